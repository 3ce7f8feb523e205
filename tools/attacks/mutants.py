"""Damaged copies of the shipped scenarios and of the files that they include."""

import json

from .damage import damage_bytes, damage_document
from .program import TREE, Finding, strict_json

LARGEST = 20000  # bytes of a scenario that is damaged: larger ones only take longer
STEPS = "3"


class Mutants:
    def __init__(self, program):
        self.program = program
        self.files = [path for path in sorted((TREE / "scenarios").rglob("*.json")) if path.stat().st_size < LARGEST]

    def include(self, random):
        """Puts the files that scenarios include beside the mutant, some of them damaged."""
        for path in self.files:
            if path.name.endswith(".types.json"):
                data = path.read_bytes()
                (self.program.folder / path.name).write_bytes(damage_bytes(data, random) if random.random() < 0.3 else data)

    def attack(self, random):
        self.include(random)
        path = self.program.folder / "mutant.json"
        data = random.choice(self.files).read_bytes()
        if random.random() < 0.7:
            donor = json.loads(random.choice(self.files).read_bytes())
            mutant = damage_document(json.loads(data), random, donor)
            data = json.dumps(mutant).encode()
        else:
            data = damage_bytes(data, random)
        path.write_bytes(data)
        answer = self.program.call("validate", "--json", path.name, allowed=(0, 3))
        reports = strict_json(answer.stdout)
        is_accepted = answer.returncode == 0
        if is_accepted != all(report["ok"] for report in reports):
            raise Finding(f"validate says {reports} and ends with {answer.returncode}")
        # What is accepted runs: an end by a number that is not finite is the only other one. --steps stands instead of
        # a duration of too many steps, which is then no error.
        allowed = (0, 4) if is_accepted else (0, 3, 4) if b"too many steps" in answer.stdout else (3,)
        random.choice((self.run, self.compare_threads, self.render))(path.name, allowed)

    def run(self, name, allowed):
        answer = self.program.call("run", name, "--steps", STEPS, "--metrics", "-", "--trace", "t.csv", "--quiet",
                                   allowed=(*allowed, 1))
        if answer.returncode in (0, 1):
            strict_json(answer.stdout)

    def compare_threads(self, name, allowed):
        hashes = {self.program.call("hash", name, "--steps", STEPS, "--threads", threads, allowed=allowed).stdout
                  for threads in ("1", "3")}
        if len(hashes) > 1:
            raise Finding(f"the hash depends on the threads: {hashes}")

    def render(self, name, allowed):
        self.program.call("render", name, "--steps", STEPS, "-o", "m.svg", allowed=allowed)
