"""Damaged files that drover wrote itself: snapshots, goldens, traces and metrics."""

import json
import shutil
import subprocess

from .damage import damage_bytes, damage_document
from .program import TREE, contents, restore

SCENARIO = "scenarios/behaviors/orbit.json"

# What is damaged, how it is read, and the exit codes these commands may have; 2 where a file no longer looks like one
# of its kind.
READERS = (
    ("run.snap", ("run", "--resume", "run.snap", "-o", "again", "--quiet"), (0, 1, 3, 4)),
    ("run.snap", ("hash", "run.snap"), (0, 3)),
    ("run.snap", ("diff", "run.snap", "good.snap"), (0, 1, 2, 3)),
    ("out/trace.csv", ("render", "out/trace.csv", "-o", "a.svg"), (0, 3)),
    ("out/trace.csv", ("diff", "out/trace.csv", "good/trace.csv"), (0, 1, 2, 3)),
    ("out/trace.csv.meta.json", ("render", "out/trace.csv", "-o", "a.svg"), (0, 3)),
    ("out/metrics.json", ("diff", "good", "out"), (0, 1, 2, 3)),
    ("golden/one.golden.json", ("check", "one.json", "--golden", "golden"), (0, 1, 3)),
    ("golden/one.golden.json", ("golden", "status", "--golden", "golden"), (0, 1, 3, 5)),
    ("golden/one.golden.json", ("golden", "diff", "--golden", "golden"), (0, 1, 3, 5)),
)


class DamagedFiles:
    def __init__(self, program):
        self.program = program
        self.seal = program.tool("seal_snapshot")
        folder = program.folder
        shutil.copy(TREE / SCENARIO, folder / "one.json")
        program.call("run", "one.json", "--steps", "40", "-o", "out", "--save-at", "0.5", "run.snap", "--quiet",
                     allowed=(0, 1))
        shutil.copytree(folder / "out", folder / "good")
        shutil.copy(folder / "run.snap", folder / "good.snap")
        program.call("check", "one.json", "--golden", "golden", "--update", "new", "--trace-every", "50", "--quiet")
        self.files = contents(folder)
        self.golden = next(name for name in self.files if name.startswith("golden/"))

    def attack(self, random):
        name, words, allowed = random.choice(READERS)
        if name.startswith("golden/"):
            name = self.golden
        restore(self.program.folder, self.files)
        target = self.program.folder / name
        target.write_bytes(self.damaged(name, random))
        if name == "run.snap" and random.random() < 0.8:
            subprocess.run([self.seal, target], check=True)
        self.program.call(*words, allowed=allowed)

    def damaged(self, name, random):
        data = self.files[name]
        if name == "run.snap":
            # The header behind its length, or the numbers behind the header.
            end = 8 + int.from_bytes(data[:8], "little")
            if random.random() < 0.7:
                header = json.dumps(damage_document(json.loads(data[8:end]), random, self.document(random))).encode()
                return len(header).to_bytes(8, "little") + header + data[end:]
        elif name.endswith(".json") and random.random() < 0.7:
            return json.dumps(damage_document(json.loads(data), random, self.document(random)), indent=2).encode()
        return damage_bytes(data, random)

    def document(self, random):
        return json.loads(self.files[random.choice([name for name in self.files if name.endswith(".json")])])
