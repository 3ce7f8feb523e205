"""Runs drover for the attacks and judges how it ended."""

import json
import os
import pathlib
import shlex
import subprocess

TREE = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT = 120  # seconds
TEMPORARY = ".drover.tmp."


class Finding(Exception):
    """Something that must not happen."""


class Program:
    def __init__(self, path, folder):
        self.path = path
        self.folder = folder  # working directory of every call
        self.tools = path.parent / "tests/faults"
        self.environment = {name: value for name, value in os.environ.items() if name not in ("CI", "LD_PRELOAD")}

    def call(self, *words, allowed=(0,), variables=None, folder="."):
        """The finished process; a Finding where its exit code is not allowed or it does not end."""
        try:
            answer = subprocess.run([self.path, *words], cwd=self.folder / folder, env={**self.environment, **(variables or {})},
                                    stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Finding(f"no end after {TIMEOUT} s: {self.shown(words)}") from None
        if answer.returncode not in allowed:
            raise Finding(f"exit code {answer.returncode}: {self.shown(words, variables)}\n"
                          f"{answer.stderr.decode(errors='replace')[-2000:]}")
        return answer

    def shown(self, words, variables=None):
        parts = [f"{name}={value}" for name, value in (variables or {}).items()] + ["drover", *map(str, words)]
        return " ".join(map(shlex.quote, parts))

    def tool(self, name):
        """A helper that the tests build."""
        path = self.tools / name
        if not path.is_file():
            raise SystemExit(f"tools/attack: {path} is missing; it is built with the tests (-DDROVER_BUILD_TESTS=ON)")
        return path


def strict_json(text):
    """The value of a JSON text; NaN and infinities, which Python would take, are findings."""
    def refuse(word):
        raise Finding(f"{word} in JSON: {text[:300]!r}")
    try:
        return json.loads(text, parse_constant=refuse)
    except ValueError as error:
        raise Finding(f"no JSON ({error}): {text[:300]!r}") from None


def without_times(name, data):
    """What of a result file is the same in every run."""
    if not name.endswith("metrics.json"):
        return data
    document = strict_json(data)
    document.pop("not_reproducible", None)
    return json.dumps(document).encode()


def contents(folder):
    """The files below a folder by their names, without what differs from run to run."""
    if not folder.exists():
        return {}
    files = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and TEMPORARY not in name:
            files[name] = without_times(name, path.read_bytes())
    return files


def restore(folder, files):
    """Makes the folder hold these files and nothing else."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def check_whole(found, *states):
    """Every file is as in one of the states; a file that one of them lacks may be absent."""
    for name in sorted(set(found).union(*states)):
        if not any(state.get(name) == found.get(name) for state in states):
            raise Finding(f"{name} is neither the old nor the new one: {found.get(name, b'absent')[:200]!r}")


def check_no_temporaries(folder):
    left = [path.name for path in folder.rglob("*") if TEMPORARY in path.name]
    if left:
        raise Finding(f"temporary files are left: {', '.join(left)}")
