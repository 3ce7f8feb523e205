"""Calls of the system that fail: memory, writes, folders, threads."""

import os
import shutil

from .program import TREE, Finding, check_no_temporaries, check_whole, contents, restore

SCENARIO = "scenarios/behaviors/orbit.json"
COMMANDS = (
    ("run", "one.json", "--steps", "40", "-o", "out", "--save-at", "0.5", "out/new.snap", "--quiet", "--threads", "2"),
    ("run", "--resume", "run.snap", "--steps", "40", "-o", "out", "--quiet"),
    ("check", "one.json", "--golden", "golden", "--quiet", "-j", "1"),
    ("check", "one.json", "two.json", "--golden", "golden", "--update", "all", "--reason", "new", "--quiet", "-j", "2"),
    ("render", "one.json", "--steps", "40", "-o", "out/a.svg"),
    ("render", "good/trace.csv", "-o", "out/a.svg"),
    ("validate", "one.json"),
    ("diff", "good", "good"),
    ("diff", "run.snap", "run.snap"),
    ("hash", "one.json", "--steps", "20"),
    ("golden", "status", "--golden", "golden"),
    ("list",),
    ("init", "started"),
)


class FailingCalls:
    """Files: 6 where a result cannot be written, 3 where input cannot be read, 1 where a check says so.

    Without further threads the results are the same."""

    calls = ("write", "fsync", "open", "rename", "mkdir", "thread")
    allowed = (0, 1, 3, 6)

    def __init__(self, program):
        self.program = program
        self.library = program.tool("fail_call.so")
        for name in ("one.json", "two.json"):
            shutil.copy(TREE / SCENARIO, program.folder / name)
        program.call("run", "one.json", "--steps", "40", "-o", "good", "--save-at", "0.5", "run.snap", "--quiet",
                     allowed=(0, 1))
        program.call("check", "one.json", "two.json", "--golden", "golden", "--update", "new", "--quiet")
        # What the commands will replace.
        program.call("run", "one.json", "--steps", "30", "-o", "out", "--quiet", allowed=(0, 1))
        self.files = contents(program.folder)
        self.states = {}  # per command and call: the number of calls, the exit code and the files without a failure

    def attack(self, random):
        words = random.choice(COMMANDS)
        call = random.choice(self.calls)
        count, code, new = self.undisturbed(words, call)
        if count == 0:
            return
        number = f"{call}:{random.randint(1, count)}{random.choice(('', '+')) if call != 'malloc' else ''}"
        restore(self.program.folder, self.files)
        answer = self.program.call(*words, allowed=(code, *self.allowed), variables=self.variables(number))
        shown = self.program.shown(words, {"FAIL_CALL": number})
        try:
            found = contents(self.program.folder)
            check_no_temporaries(self.program.folder)
            check_whole(found, self.files, new)
            if answer.returncode == code == 0 and found != new:
                raise Finding("exit code 0 without the results")
            if answer.returncode not in (0, code) and not answer.stderr + answer.stdout:
                raise Finding(f"exit code {answer.returncode} without a word")
        except Finding as finding:
            raise Finding(f"{finding}\n  after {shown}, exit code {answer.returncode}") from None

    def variables(self, number):
        return {"LD_PRELOAD": str(self.library), "FAIL_CALL": number}

    def undisturbed(self, words, call):
        if (words, call) not in self.states:
            restore(self.program.folder, self.files)
            count_file = self.program.folder / "count"
            variables = {**self.variables(f"{call}:0"), "FAIL_CALL_COUNT": str(count_file)}
            answer = self.program.call(*words, allowed=(0, 1), variables=variables)
            count = int(count_file.read_text())
            os.remove(count_file)
            self.states[words, call] = count, answer.returncode, contents(self.program.folder)
        return self.states[words, call]


class FailingMemory(FailingCalls):
    """Memory: 4 with a message, whatever asked for it."""

    calls = ("malloc",)
    allowed = (0, 3, 4, 6)
