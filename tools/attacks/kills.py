"""SIGKILL at any moment: goldens and outputs are the old ones or the new ones, whole."""

import shutil
import signal
import subprocess
import time

from .program import TREE, Finding, check_no_temporaries, check_whole, contents, restore

CHECKED = "scenarios/arbiters"
SCENARIO = "scenarios/demos/sheep_dog.json"


def run_words(seed):
    return ("run", "one.json", "-o", "out", "--save-at", "1", "out/a.snap", "--steps", "200", "--quiet", "--seed", seed)


def update_words(reason):
    return ("check", "scenarios", "--golden", "out", "-j", "2", "--update", "all", "--reason", reason)


class Kills:
    def __init__(self, program):
        self.program = program
        self.out = program.folder / "out"
        self.out.mkdir()
        shutil.copytree(TREE / CHECKED, program.folder / "scenarios")
        shutil.copy(TREE / SCENARIO, program.folder / "one.json")
        self.jobs = [self.prepare(run_words("1"), run_words("2")), self.prepare(update_words("old"), update_words("new"))]

    def prepare(self, old_words, new_words):
        """The command that will be killed, what was there before, what it makes, and how long that takes."""
        restore(self.out, {})
        self.program.call(*old_words, allowed=(0, 1))
        old = contents(self.out)
        start = time.monotonic()
        self.program.call(*new_words, allowed=(0, 1))
        return new_words, old, contents(self.out), time.monotonic() - start

    def attack(self, random):
        words, old, new, duration = random.choice(self.jobs)
        before = random.choice((old, old, {})) if words[0] == "run" else old
        restore(self.out, before)
        # Most is written near the end.
        share = random.random() if random.random() < 0.3 else random.uniform(0.7, 1.05)
        self.kill(words, share * duration)
        found = contents(self.out)
        try:
            check_whole(found, before, new)
            self.program.call(*words, allowed=(0, 1))
            check_whole(contents(self.out), new)
            check_no_temporaries(self.out)
        except Finding as finding:
            raise Finding(f"{finding}\n  after {self.program.shown(words)} was killed at {share:.3f} of its time") from None

    def kill(self, words, delay):
        child = subprocess.Popen([self.program.path, *words], cwd=self.program.folder, env=self.program.environment,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(delay)
        child.send_signal(signal.SIGKILL)
        child.wait()
