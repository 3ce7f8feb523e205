# shellcheck shell=bash
# What the shell scripts of the tree share: messages, Debian packages, configure and build.
# Usage: source "<tree>/tools/lib.sh"; it sets $tree and leaves the locale and the folder of the caller alone.

tree=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)

# The exit code of a script that could not install or build what it needs; drover itself never uses it.
readonly exit_unavailable=69

readonly packages_run=(
  g++ cmake ninja-build
  libcli11-dev nlohmann-json3-dev libspdlog-dev libfmt-dev libxxhash-dev librandom123-dev libpugixml-dev
  libzstd-dev zlib1g-dev libsqlite3-dev libzip-dev libhdf5-dev libboost1.74-dev libmd-dev libnlopt-dev
)
readonly packages_test=(
  libgtest-dev libgmock-dev libmpfr-dev python3 python3-jsonschema python3-numpy python3-h5py zstd
  clang clang-format-14 binutils git librsvg2-bin locales dpkg-dev file
  slurmctld slurmd slurm-client munge
  nodejs chromium chromium-driver python3-selenium
)
readonly packages_matrix=(clang binutils g++-aarch64-linux-gnu qemu-user locales python3)
readonly packages_benchmark=(libbenchmark-dev valgrind)
readonly packages_bare=(debootstrap)

say() {
  printf 'drover: %s\n' "$*" >&2
}

fail() {
  say "$@"
  exit "$exit_unavailable"
}

# The comment at the head of a script is its help text.
print_head() {
  awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$1"
}

packages_of() {
  case $1 in
    run) printf '%s\n' "${packages_run[@]}" ;;
    test) printf '%s\n' "${packages_run[@]}" "${packages_test[@]}" ;;
    matrix) printf '%s\n' "${packages_run[@]}" "${packages_matrix[@]}" ;;
    benchmark) printf '%s\n' "${packages_run[@]}" "${packages_benchmark[@]}" ;;
    bare) printf '%s\n' "${packages_bare[@]}" ;;
    all)
      printf '%s\n' "${packages_run[@]}" "${packages_test[@]}" "${packages_matrix[@]}" "${packages_benchmark[@]}" \
        "${packages_bare[@]}" | awk '!seen[$0]++'
      ;;
    *) return 1 ;;
  esac
}

# Reads package names, one a line, and prints those that are not installed.
missing_packages() {
  local names installed
  mapfile -t names
  # dpkg-query fails when it knows one of the names not at all, and answers for the others.
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${names[@]}" 2>/dev/null || true)
  printf '%s\n' "${names[@]}" | grep -vxF -f <(sed -n 's/^installed //p' <<<"$installed") || true
}

# apt_get ARGS...: runs apt-get as root, directly or through sudo, with its output appended to $apt_log.
apt_get() {
  local command=(env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -y -o DPkg::Lock::Timeout=600
    -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 "$@")
  if [[ $EUID -ne 0 ]]; then
    # Without a terminal no password could be typed, so sudo must not ask for one.
    if [[ -t 0 ]]; then command=(sudo "${command[@]}"); else command=(sudo -n "${command[@]}"); fi
  fi
  "${command[@]}" >>"$apt_log" 2>&1 </dev/null
}

# ensure_packages SET: installs the packages of a set that are missing, and only those.
ensure_packages() {
  local set_name=$1 names missing
  [[ ${DROVER_SKIP_SETUP:-} != 1 ]] || return 0
  names=$(packages_of "$set_name")
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "this system has no apt-get, so its packages cannot be checked or installed."
    say "Install what these Debian 12 packages hold, then set DROVER_SKIP_SETUP=1:"
    fail "  ${names//$'\n'/ }"
  fi
  missing=$(missing_packages <<<"$names")
  [[ -n $missing ]] || return 0
  install_packages "${missing//$'\n'/ }" || exit "$exit_unavailable"
}

# In a subshell, which keeps its trap apart from those of the script.
install_packages() (
  names=$1
  if [[ $EUID -ne 0 ]] && ! command -v sudo >/dev/null; then
    say "packages are missing, and installing them needs root or sudo. As root, run:"
    fail "  apt-get install --no-install-recommends $names"
  fi
  say "installing $names"
  apt_log=$(mktemp)
  trap 'rm -f "$apt_log"' EXIT
  read -r -a list <<<"$names"
  # A new system has no package lists and an old one has stale lists: both are cured by one update.
  if ! apt_get install --no-install-recommends "${list[@]}"; then
    : >"$apt_log"
    apt_get update || true
    apt_get install --no-install-recommends "${list[@]}" || report_failed_install "$names" "$apt_log"
  fi
)

# report_failed_install NAMES LOG: says what went wrong, as far as the log of apt-get tells.
report_failed_install() {
  local names=$1 log=$2
  tail -n 25 "$log" >&2
  say "the packages above could not be installed. By hand, as root:"
  say "  apt-get update && apt-get install --no-install-recommends $names"
  if grep -qE '^sudo: ' "$log"; then
    fail "sudo refused: run this once from a terminal or as root."
  elif grep -qE 'Failed to fetch|Could not (resolve|connect)|Temporary failure' "$log"; then
    fail "the package archive was not reachable: check the network and the proxy of apt."
  elif grep -qE 'Unable to locate package|no installation candidate' "$log"; then
    fail "a package is unknown here: the main archive of Debian 12 (bookworm) is needed."
  fi
  fail "apt-get failed; its last lines are above."
}

# The processors that may be used: nproc knows the affinity, but not the quota that a container has.
usable_processors() {
  local quota=max period=1 processors
  processors=$(nproc)
  read -r quota period 2>/dev/null <"${DROVER_CGROUP:-/sys/fs/cgroup}/cpu.max" || true
  if [[ $quota =~ ^[0-9]+$ ]] && ((quota < processors * period)); then processors=$(((quota + period - 1) / period)); fi
  printf '%s\n' "$processors"
}

# The memory that is free, or what the limit of a container leaves, in megabytes; nothing where neither is known.
usable_megabytes() {
  local free limit=max used=0 group=${DROVER_CGROUP:-/sys/fs/cgroup}
  free=$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo 2>/dev/null || true)
  read -r limit 2>/dev/null <"$group/memory.max" || true
  read -r used 2>/dev/null <"$group/memory.current" || true
  if [[ $limit =~ ^[0-9]+$ ]] && (((limit - used) / 1048576 < ${free:-1000000000})); then
    free=$(((limit - used) / 1048576))
  fi
  printf '%s\n' "$free"
}

# As many jobs as processors, but each with 1.5 GB of memory: some units need that much to compile.
build_jobs() {
  local jobs megabytes
  jobs=$(usable_processors)
  megabytes=$(usable_megabytes)
  if [[ -n $megabytes ]] && ((megabytes / 1500 < jobs)); then jobs=$((megabytes / 1500)); fi
  printf '%s\n' "${CMAKE_BUILD_PARALLEL_LEVEL:-$((jobs > 0 ? jobs : 1))}"
}

# build_estimate UNITS: "about 2 minutes on 2 cores", for so many units of translation that take 5 s on the average.
build_estimate() {
  local jobs seconds
  jobs=$(build_jobs)
  seconds=$(($1 * 5 / jobs))
  if ((seconds < 90)); then
    printf 'about %d s' "$((seconds < 5 ? 5 : seconds))"
  else
    printf 'about %d minutes' "$(((seconds + 30) / 60))"
  fi
  if ((jobs == 1)); then printf ' on 1 core'; else printf ' on %d cores' "$jobs"; fi
}

# build_preset PRESET TESTS TARGET: configures and builds; silent when there is nothing to do, else it speaks on stderr.
# TESTS is ON for a folder that has to have the tests, OFF where it makes no difference: program and tests share one.
# Every step checks its own result: errexit is off in a function whose caller looks at its exit code.
build_preset() {
  local preset=$1 tests=$2 target=$3 folder=$tree/build/$1 lock result=0
  mkdir -p "$folder" || return 1
  # Two callers must not build in one folder at the same time.
  exec {lock}>"$folder/.lock" || return 1
  flock "$lock" || return 1
  # The lock is not for the children: a compiler cache may leave a server behind that would keep it.
  { configure_preset "$preset" "$tests" && build_configured "$preset" "$target"; } {lock}>&- || result=1
  exec {lock}>&-
  return "$result"
}

# configure_preset PRESET TESTS: configures unless that was done before, for this tree and these presets, with the tests
# if they are needed.
configure_preset() {
  local preset=$1 tests=$2 folder=$tree/build/$1 options=()
  local stamp=$folder/.configured log=$folder/.configure.log presets=$tree/CMakePresets.json
  local has_tests
  mkdir -p "$folder" || return 1
  has_tests=$(sed -n 's/^DROVER_BUILD_TESTS:BOOL=//p' "$folder/CMakeCache.txt" 2>/dev/null || true)
  if [[ $has_tests == ON ]]; then tests=ON; fi
  if [[ -f $folder/build.ninja && -f $stamp && $(<"$stamp") == "$tree" && ! $presets -nt $stamp ]]; then
    if [[ $tests == "$has_tests" ]]; then return 0; fi
  elif [[ -f $folder/CMakeCache.txt ]]; then
    # A folder that was configured for another place holds absolute paths of that place.
    options=(--fresh)
  fi
  say "configuring build/$preset"
  if ! (cd "$tree" && cmake "${options[@]}" --preset "$preset" "-DDROVER_BUILD_TESTS=$tests") >"$log" 2>&1; then
    cat "$log" >&2
    say "cmake could not configure the preset '$preset'."
    return 1
  fi
  printf '%s\n' "$tree" >"$stamp"
}

build_configured() {
  local preset=$1 target=$2 folder=$tree/build/$1 jobs plan
  # The dry run tells what is to be done; it costs a few milliseconds.
  plan=$(ninja -C "$folder" -n "$target" 2>&1 || true)
  if [[ $plan == *"ninja: no work to do."* ]]; then return 0; fi
  say "building build/$preset, $(build_estimate "$(grep -c 'Building CXX' <<<"$plan" || true)")"
  jobs=$(build_jobs)
  if [[ -t 2 ]]; then
    ninja -C "$folder" -j "$jobs" "$target" >&2
  else
    ninja -C "$folder" -j "$jobs" "$target" 2>&1 | report_steps 10 >&2
    return "${PIPESTATUS[0]}"
  fi
}

# report_steps PERIOD: what ninja prints, for a log: a line of progress every so many seconds in place of one for each step.
report_steps() {
  local period=$1 line step="" reported=$SECONDS start=$SECONDS
  while true; do
    if IFS= read -r -t 1 line; then
      if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then
        step="step ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
      elif [[ $line != ninja:\ Entering* ]]; then
        printf '%s\n' "$line"
      fi
    elif (($? <= 128)); then
      return 0  # the end of the output; above 128, a second without a line
    fi
    if [[ -n $step ]] && ((SECONDS - reported >= period)); then
      say "building, $step, $((SECONDS - start)) s"
      reported=$SECONDS
    fi
  done
}
