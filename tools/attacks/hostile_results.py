"""Folders of batches that somebody else prepared: damaged documents, links, pipes, and names that lead elsewhere."""

import json
import os
import shutil

from .damage import damage_bytes, damage_document
from .program import TREE, Finding, contents, restore

SCENARIO = "scenarios/behaviors/orbit.json"
SECRET = "a-token-of-somebody"
PUBLISHED = "published"

# How the folder is read, and the exit codes of these commands: what is damaged is said or run again.
READERS = (
    (("dataset", "out", "-o", PUBLISHED, "--licence", "CC0-1.0", "--quiet"), (0, 3)),
    (("collect", "out", "-o", PUBLISHED + ".csv", "--quiet"), (0, 1, 3)),
    (("batch", "plan.json", "-o", "out", "--quiet"), (0, 1, 4, 6)),
    (("batch", "plan.json", "-o", "out", "--fresh", "--quiet"), (0, 1, 6)),
    (("diff", "out/runs/{id}", "good/runs/{id}"), (0, 1, 3, 5)),
    (("render", "out/runs/{id}/trace.csv", "-o", PUBLISHED + ".svg"), (0, 3)),
)
PATHS = ("../../private", "/etc/passwd", "..", ".", "", "../../../private/trace.csv", "a/b", "a\nb", "a\u0000b", "\u202e")


class HostileResults:
    """Whatever the folder holds: every command ends with an exit code it documents, what stands outside stays as it
    is, and nothing of it gets into what is published."""

    def __init__(self, program):
        self.program = program
        folder = program.folder
        shutil.copy(TREE / SCENARIO, folder / "one.json")
        plan = {"format": 1, "name": "p", "scenario": "one.json", "set": {"simulation.duration": 0.5}, "replications": 2,
                "trace": "trace.csv"}
        (folder / "plan.json").write_text(json.dumps(plan))
        program.call("batch", "plan.json", "-o", "out", "--quiet", allowed=(0, 1))
        shutil.copytree(folder / "out", folder / "good")
        self.id = sorted(path.name for path in (folder / "out/runs").iterdir())[0]
        # What must neither be read nor written: a run, so that it could be taken for one, with a mark in it.
        shutil.copytree(folder / "out/runs" / self.id, folder / "private")
        (folder / "private/key").write_text(SECRET)
        for name in ("metrics.json", "trace.csv.meta.json"):
            path = folder / "private" / name
            document = json.loads(path.read_text())
            path.write_text(json.dumps({**document, "mark": SECRET}))
        self.files = contents(folder)
        self.documents = [name for name in self.files if name.startswith("out/") and name.endswith(".json")]

    def attack(self, random):
        folder = self.program.folder
        restore(folder, self.files)
        outside = self.outside()
        random.choice((self.damage, self.damage, self.rename, self.link, self.link_folder, self.block))(random)
        words, allowed = random.choice(READERS)
        words = [word.format(id=self.id) for word in words]
        answer = self.program.call(*words, allowed=allowed)
        if self.outside() != outside:
            raise Finding(f"something outside of the folder was changed: {self.program.shown(words)}")
        for path in folder.glob(PUBLISHED + "*"):
            for file in [path] if path.is_file() else path.rglob("*"):
                if file.is_file() and SECRET.encode() in file.read_bytes():
                    raise Finding(f"{file.name} has what stands outside: {self.program.shown(words)}")
        if SECRET.encode() in answer.stdout + answer.stderr:
            raise Finding(f"what stands outside was printed: {self.program.shown(words)}")

    def outside(self):
        """What no command may change: all but the folder and what is published."""
        folder = self.program.folder
        names = {path: str(path.relative_to(folder)) for path in folder.rglob("*")}
        return {name: path.read_bytes() for path, name in names.items()
                if not name.startswith(("out/", PUBLISHED)) and path.is_file()}

    def damage(self, random):
        name = random.choice(self.documents)
        data = self.files[name]
        if random.random() < 0.3:
            data = damage_bytes(data, random)
        else:
            donor = json.loads(self.files[random.choice(self.documents)])
            data = json.dumps(damage_document(json.loads(data), random, donor)).encode()
        (self.program.folder / name).write_bytes(data)

    def rename(self, random):
        """A name in a document that leads elsewhere."""
        key, name = random.choice((("id", "out/runs.json"), ("trace", "out/runs.json"), ("plan", "out/runs.json"),
                                   ("file", f"out/runs/{self.id}/trace.csv.meta.json"), ("scenario", "out/plan.json"),
                                   ("file", f"out/runs/{self.id}/metrics.json")))
        document = json.loads(self.files[name])
        value = random.choice(PATHS)
        if key == "id":
            document["runs"][0]["id"] = value
        elif key == "file":
            document["projectiles"] = {"file": value, "columns": [], "content": {}}
            document["tables"] = {"t": {"file": value}}
        else:
            document[key] = value
        (self.program.folder / name).write_text(json.dumps(document))

    def link(self, random):
        """A link in place of a file, or of one that will be written."""
        names = [name for name in self.files if name.startswith("out/")]
        names += [f"out/failed/{self.id}{ending}" for ending in (".json", ".interrupted", ".interrupted_alone_again")]
        path = self.program.folder / random.choice(names)
        target = random.choice((self.program.folder / "private/key", self.program.folder / "private" / path.name,
                                self.program.folder / "private/new", "/dev/zero", "/dev/null", path.name))
        path.unlink(missing_ok=True)
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(target)
        if random.random() < 0.5:  # as a killed process leaves it
            (self.program.folder / f"out/runs/.{self.id}.drover.tmp.0.0").mkdir()

    def link_folder(self, random):
        name = random.choice(("out/runs", "out/failed", f"out/runs/{self.id}"))
        path = self.program.folder / name
        shutil.rmtree(path, ignore_errors=True)
        path.symlink_to(self.program.folder / "private", target_is_directory=True)

    def block(self, random):
        """A pipe that nobody writes to."""
        path = self.program.folder / random.choice(self.documents)
        path.unlink()
        os.mkfifo(path)
