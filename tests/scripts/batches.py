"""What the scripts about `drover batch` share: plans, calls of the program, and comparisons of folders of results."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TIMEOUT = 120  # of a call [s]; generous, because other work may have the processors

COMPLETE, NOT_MET, USAGE, RUN_FAILED, BAD_OUTPUT, INTERRUPTED, TERMINATED = 0, 1, 2, 4, 6, 130, 143

# Variables from which a shard could be taken, and that clusters hand on to what is started in them.
CLUSTER = ("DROVER_SHARD_", "SLURM_", "SBATCH_", "SQUEUE_", "OMPI_", "PMI", "JOB_COMPLETION_INDEX", "PARALLEL_")

SCENARIO = {
    "format": 1,
    "name": "short",
    "simulation": {"dt": 0.05, "duration": 0.5},
    "agent_types": {"walker": {"steering": {"behaviors": [{"type": "wander"}]}}},
    "agents": [{"type": "walker", "count": 3,
                "placement": {"type": "rectangle", "min": [-40, -40], "max": [40, 40]}}],
}
ENDLESS = 4_000_000  # duration [s] of a run that no test waits for


class Skip(Exception):
    """What a claim needs is not there; the text says what."""


def run_claims(doc, claims):
    """Calls every claim with a Batches in a folder of its own. Exits with 1 and the problems, silently with 0."""
    if len(sys.argv) != 2:
        print(doc, file=sys.stderr)
        sys.exit(USAGE)
    script = pathlib.Path(sys.argv[0]).name
    has_failed = False
    for claim in claims:
        name = f"{script}: {claim.__name__.replace('_', ' ')}"
        with tempfile.TemporaryDirectory() as folder:
            try:
                claim(Batches(sys.argv[1], folder))
            except Skip as reason:
                print(f"{name}: not tried, {reason}", file=sys.stderr)
            except AssertionError as problem:
                has_failed = True
                print(f"{name}: {problem}", file=sys.stderr)
    sys.exit(1 if has_failed else 0)


def plan_of(points, replications=1, **changes):
    """A plan whose runs differ in their duration [s] and their seed."""
    return {"format": 1, "name": "test", "scenario": SCENARIO, "replications": replications,
            "vary": [{"type": "grid", "path": "simulation.duration", "values": points}], **changes}


class Batches:
    """Calls of drover in one working folder, with a plan there."""

    def __init__(self, drover, folder):
        self.drover = str(pathlib.Path(drover).resolve())
        self.folder = pathlib.Path(folder)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(CLUSTER)}

    def write_plan(self, plan, name="plan.json"):
        (self.folder / name).write_text(json.dumps(plan), encoding="utf-8")

    def command(self, *words, plan="plan.json", out="out", jobs=2):
        return [self.drover, "batch", plan, "-o", str(out), "-j", str(jobs), *words]

    def start(self, *words, variables=None, popen=None, **place):
        """A batch that runs; stdout and stderr are pipes of text."""
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True,
                   "cwd": self.folder, "env": {**self.environment, **(variables or {})}, **(popen or {})}
        return subprocess.Popen(self.command(*words, **place), **options)

    def run(self, *words, allowed=(COMPLETE,), **place):
        """A batch that has ended, with one of the allowed exit codes."""
        return ended(self.start(*words, **place), allowed)

    def events(self, *words, **place):
        """The exit code of a batch, and how each of its runs ended: {id: event}."""
        answer = self.run("--events", "-", *words, **{"allowed": range(256), **place})
        lines = [json.loads(line) for line in answer.stdout.splitlines()]
        return answer.returncode, {event["id"]: event for event in lines if event["event"] == "run"}

    def run_ids(self, *words, **place):
        """The ids that a dry run lists."""
        return [line.split()[0] for line in self.run("--dry-run", *words, **place).stdout.splitlines()]

    def undisturbed(self, **place):
        """What one process makes that nothing disturbs, in a folder of its own."""
        self.run(out="undisturbed", **place)
        return results(self.folder / "undisturbed")


def ended(process, allowed=(COMPLETE,)):
    """Waits for a process; its exit code, stdout and stderr."""
    try:
        stdout, stderr = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AssertionError(f"no end after {TIMEOUT} s: {process.args}") from None
    assert process.returncode in allowed, f"exit code {process.returncode} from {process.args}:\n{stderr}"
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)


def all_ended(processes):
    """Waits for all, so that none works on in a folder that is removed, and then looks at their exit codes."""
    answers = [ended(process, range(-128, 256)) for process in processes]
    for answer in answers:
        assert answer.returncode == COMPLETE, f"exit code {answer.returncode} from {answer.args}:\n{answer.stderr}"


def results(out):
    """The bytes of the files that make up the results, by name; half-written ones included."""
    files = [path for path in out.rglob("*") if path.is_file() and path.relative_to(out).parts[0] != "failed"]
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def check_same(out, wanted):
    """The results are byte for byte the wanted ones, no run has failed, and nothing hidden is left."""
    found = results(out)
    different = [name for name in sorted({*found, *wanted}) if found.get(name) != wanted.get(name)]
    assert not different, f"{len(different)} files are not those of an undisturbed batch: {', '.join(different[:5])}"
    check_nothing_hidden(out)
    noted = sorted(path.name for path in (out / "failed").iterdir())
    assert not noted, f"failures are noted although all runs are complete: {', '.join(noted[:5])}"


def check_nothing_hidden(out):
    hidden = sorted(str(path.relative_to(out)) for path in out.rglob(".*"))
    assert not hidden, f"hidden files or folders are left: {', '.join(hidden[:5])}"


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skip(f"{program} is missing")
