"""The files of a pull request: names that are commands, changes that hide from the check, files that lead elsewhere, worlds
that take for ever."""

import json
import os
import re
import shutil
import time

from .program import Finding, check_no_temporaries, contents, restore, strict_json

SECRET = "a-token-of-somebody"
COMMANDS = ("::error::x", "::set-output name=a::b", "::stop-commands::t", "##[error]x", "##[stop-commands]t", "##vso[task.x]y")
# Before a command: what ends a line, moves the cursor, or is left out by runners.
STARTS = ("", " ", "a", "\n", "\r", "\u2028", "\u0085", "\x1b[2K", "\t", "%0A", "\\n")
# A line for people that a runner takes for a command; annotations and the tokens around all else are drover's own.
COMMAND_LINE = re.compile(r"^\s*::(?!(error|warning|notice)\b|stop-commands::drover-|drover-)|##\[|##vso", re.MULTILINE)
SHORT, LONG = 0.3, 12.0  # seconds: the limit of time, and what passes as its end on a slow machine
OUTSIDE = ("../private/key", "../private/world.json", "/etc/passwd", "/proc/self/environ", "/dev/zero", "link.json", "pipe.json")


def world(**more):
    return {"format": 1, "simulation": {"dt": 0.1, "duration": 1}, "agent_types": {"t": {}},
            "agents": [{"type": "t", "position": [0, 0]}], **more}


def crowd(**placement):
    return {"type": "t", "count": 300_000, "placement": {"type": "disc", "center": [0, 0], "radius": 320, **placement}}


# Each takes minutes in another phase: to place, to step, to look at, to write.
SLOW = (
    world(agent_types={"t": {"radius": 0.4}}, agents=[crowd(spacing=0.9)]),
    world(agents=[], world={"obstacles": [{"radius": 0.4, "count": 100_000, "placement": {
        "type": "disc", "center": [0, 0], "radius": 180, "gap": 0.1}}]}),
    world(simulation={"dt": 0.001, "duration": 100_000}),
    world(simulation={"dt": 0.001, "duration": 100_000}, record={"metrics": {"population": {"every": 0}}}),
)


class HostileFiles:
    """Whatever the files hold: no line of drover is a command of a CI system, no change of a golden passes the strict
    check, nothing outside is read, and the limit of time holds."""

    def __init__(self, program):
        self.program = program
        repository = program.folder / "repository"
        for name, seed in (("one", 1), ("sub/two", 2)):
            path = repository / "scenarios" / f"{name}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(world(seed=seed)))
        (program.folder / "private").mkdir()
        (program.folder / "private/key").write_text(SECRET + "\n")
        (program.folder / "private/world.json").write_text(json.dumps({"token": SECRET}))
        self.call("check", "scenarios", "--golden", "golden", "--update", "new", "--quiet")
        self.files = contents(program.folder)

    def attack(self, random):
        restore(self.program.folder, self.files)
        # Worlds that take for ever take the limit of time.
        kinds = (self.name, self.hide, self.lead_outside)
        random.choices((*kinds, self.take_for_ever), weights=(10, 10, 10, 1))[0](random)
        check_no_temporaries(self.program.folder)

    def call(self, *words, allowed=(0,), variables=None):
        return self.program.call(*words, allowed=allowed, variables=variables, folder="repository")

    def put(self, name, document):
        path = self.program.folder / "repository" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document))
        return path

    def name(self, random):
        """Commands in names (H7)."""
        name = random.choice(STARTS) + random.choice(COMMANDS)
        documents = (world(name=name), world(agent_types={name: {}}, agents=[{"type": name, "position": [0, 0]}]),
                     world(record={"metrics": {name: {"type": "speed"}}}), world(**{name: 1}), world(include=[name]),
                     world(world={"regions": {name: {"center": [0, 0], "radius": 1}}}), world(seed=name))
        file = "named.json" if random.random() < 0.6 else name.replace("/", "") + ".json"
        self.put(file, random.choice(documents))
        self.put("p.plan.json", {"format": 1, "name": random.choice((name, "p")), "scenario": file,
                                 "experiments": {random.choice((name, "e")): {}}})
        words = random.choice((("validate", file), ("validate", file, "--json"), ("run", file, "-o", "out"), ("check", file),
                               ("check", file, "--github"), ("check", file, "--json"), ("hash", file),
                               ("render", file, "-o", "a.svg"), ("batch", "p.plan.json", "--dry-run"),
                               ("batch", "p.plan.json", "--dry-run", "--json")))
        runner = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(self.program.folder / "summary.md")}
        answer = self.call(*words, allowed=(0, 1, 2, 3, 6), variables=random.choice(({}, runner)))
        command = COMMAND_LINE.search((answer.stdout + b"\n" + answer.stderr).decode(errors="replace"))
        if command:
            raise Finding(f"the line {command.group()!r} is a command: {self.program.shown(words)} with {name!r}")

    def hide(self, random):
        """A golden that does not fit, and a way to hide that from the check (H4, H11)."""
        golden = self.program.folder / "repository/golden/sub/two.golden.json"
        document = {**json.loads(golden.read_text()), "state_hash": "0123456789abcdef"}
        documents = {"tolerances": ({}, {"horizon": 1}, {"metrics": {"*": {"abs": 1e30}}}, {"columns": {"*": {"abs": 1e30}}}),
                     "scenario": ("../../scenarios/one.json", "../../../private/world.json", "/dev/null", "../../README.md"),
                     "steps": (0, 1), "checkpoints": ([],), "scenario_hash": ("0123456789abcdef",)}
        for key in random.sample(list(documents), random.randint(0, 2)):
            document[key] = random.choice(documents[key])
        golden.write_text(json.dumps(document))
        ways = (self.look_like_results, self.link_scenarios, self.link_golden, self.leave_out)
        random.choice(ways)(random)
        self.call("check", "scenarios", "--golden", "golden", "--strict", "--quiet", allowed=(1, 3, 6),
                  variables=random.choice(({}, {"CI": "true"})))

    def look_like_results(self, random):
        pairs = (("runs.json", "plan.json"), ("manifest.json", "datapackage.json"), ("metrics.json", "trace.csv.meta.json"))
        for name in random.choice(pairs):
            self.put(f"scenarios/sub/{name}", random.choice(({}, {"format": 1}, {"format": 1, "drover": "1", "runs": []})))

    def link_scenarios(self, random):
        self.link(random.choice(("scenarios/sub", "scenarios/sub/two.json")))

    def link_golden(self, random):
        self.link(random.choice(("golden/sub", "golden/sub/two.golden.json")))

    def leave_out(self, random):
        """Nothing more, or another file in place of the scenario."""
        if random.random() < 0.5:
            self.put("scenarios/sub/two.json", random.choice(([], {}, {"format": 2}, world(extends="x"))))

    def link(self, name):
        path = self.program.folder / "repository" / name
        target = self.program.folder / "moved"
        shutil.move(path, target)
        path.symlink_to(target)

    def lead_outside(self, random):
        """Paths in files that lead to somebody else's (H21)."""
        folder = self.program.folder / "repository"
        (folder / "link.json").symlink_to(random.choice(("../private/key", "../private/world.json", "/dev/zero")))
        os.mkfifo(folder / "pipe.json")
        name = random.choice(OUTSIDE)
        self.put("leads.json", {"format": 1, "include": [name]})
        self.put("p.plan.json", {"format": 1, "scenario": name})
        words = random.choice((("run", "leads.json"), ("validate", "leads.json"), ("validate", "leads.json", "--json"),
                               ("check", "leads.json"), ("render", "leads.json", "-o", "a.svg"), ("hash", "leads.json"),
                               ("batch", "p.plan.json", "--dry-run"), ("dataset", "p.plan.json", "-o", "ds")))
        answer = self.call(*words, allowed=(2, 3), variables={"TOKEN": SECRET})
        if SECRET.encode() in answer.stdout + answer.stderr or b"root:" in answer.stdout + answer.stderr:
            raise Finding(f"what stands outside was printed: {self.program.shown(words)} with {name!r}")

    def take_for_ever(self, random):
        """The limit of time ends every phase, with an answer (H15)."""
        self.put("slow.json", random.choice(SLOW))
        limit = ("--timeout", str(SHORT))
        words = random.choice((("run", "slow.json", "-o", "out", "--json", *limit), ("check", "slow.json", "--json", *limit),
                               ("batch", "slow.json", "--seeds", "1", "-o", "out", *limit),
                               ("batch", "slow.json", "--seeds", "1", "-o", "out", "--json", "--total-timeout", str(SHORT))))
        start = time.monotonic()
        answer = self.call(*words, allowed=(4,))
        if time.monotonic() - start > LONG:
            raise Finding(f"it took {time.monotonic() - start:.0f} s: {self.program.shown(words)}")
        if "--json" in words and strict_json(answer.stdout).get("ok") is not False:
            raise Finding(f"no answer: {self.program.shown(words)}")
