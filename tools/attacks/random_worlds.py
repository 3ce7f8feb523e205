"""Random worlds of everything there is: each comes to the same state however it is computed."""

import copy
import json

from .program import Finding, strict_json
from .schema_walk import SchemaWalk

DT = 0.05
ADDITIONS = 8  # that the walk through the schema tries in each world
CROWD = 1100  # agents; threads share the steps of more than a thousand

GOALS = [
    [6, -4], {"opposite": [0, 0]}, {"random_in": "field", "redraw": True}, {"random_in": "yard"},
    {"agent": "lead"}, "yard", {"region": "field"}, {"regions": ["yard", "field"]},
    {"regions": ["yard", "field"], "choose": "least_crowded", "hold": 0.2},
    {"regions": ["yard", "field"], "choose": "least_time", "hold": 0.3},
    {"regions": ["yard", "field"], "shares": [1, 2]},
    {"direction_deg": 40}, {"route": [[3, 3], "yard", [-6, 2]], "radius": 1},
    {"route": [[5, 0], [0, 5], [-5, 0]], "radius": 1, "at_end": "repeat"},
    {"route": ["field", [1, 1]], "at_end": "back"},
]
SEQUELS = [
    "stay", "leave", "next", {"wait": {"seconds": {"uniform": [0.1, 1]}, "then": "next"}},
    {"wait": {"seconds": 0.3, "then": "leave"}}, {"queue": {"places": "line", "service": 0.4, "then": "leave"}},
    {"queue": {"places": "line", "service": {"uniform": [0.1, 0.6]}, "then": "stay"}},
]
SHAPES = [
    {"center": [4, 4], "radius": 1}, {"box": {"center": [-5, 3], "size": [2, 1], "angle_deg": 20}},
    {"capsule": {"from": [0, -6], "to": [3, -6], "radius": 0.4}}, {"polygon": [[-8, -8], [-5, -8], [-5, -5], [-6, -7]]},
    {"box": {"center": [0, 0], "size": [24, 24]}, "hollow": True},
    {"count": 6, "radius": {"uniform": [0.2, 0.5]},
     "placement": {"type": "rectangle", "min": [6, 6], "max": [11, 11], "gap": 0.5}},
    {"count": 2, "box": {"size": [0.4, 0.2]}, "turn_deg": {"uniform": [0, 180]},
     "placement": {"type": "region", "region": "field", "gap": 0.3}},
]
GROUND = [
    {"region": "yard", "speed_factor": 0.5}, {"region": "field", "carries": [0.3, 0]},
    {"region": "marsh", "forbidden_to": ["a"]}, {"region": "yard", "one_way_deg": 90},
]
EVENTS = [
    {"type": "goal", "at": 0.5, "target": {"group": "folk"}, "goal": [2, 7]},
    {"type": "goal", "at": 0.6, "target": {"agent_type": "b"},
     "goal": {"regions": ["yard", "field"], "choose": "least_time"}},
    {"type": "remove", "at": 0.7, "target": {"agent": "lead"}},
    {"type": "teleport", "at": 0.4, "target": {"agent": "lead"}, "position": [-9, 9]},
    {"type": "set", "at": 0.3, "target": {"group": "folk"}, "parameter": "max_speed", "value": 1.2},
    {"type": "shape", "at": 0.5, "target": {"obstacle": "gate"}, "present": True},
    {"type": "spawn", "at": 0.2, "every": {"exponential": 0.2}, "until": 1.5, "when_free": True,
     "agents": {"type": {"shares": {"a": 1, "b": 2}}, "placement": {"type": "region", "region": "field"}}},
    {"type": "spawn", "at": [0.3, 0.9], "agents": {"type": "c", "count": 3, "placement": {
        "type": "line", "from": [-9, -10], "to": [-5, -10]}}},
]
# Names that examples use, by what they name.
NAMES = {"agent": ["lead"], "group": ["folk"], "agent_type": ["b"], "path": ["line", "round"],
         "obstacle": ["gate", "oak"], "wall": ["fence"], "region": ["yard", "field"], "quantity": ["pace"]}


class RandomWorlds:
    def __init__(self, program):
        self.program = program
        self.walk = SchemaWalk(json.loads(program.call("schema").stdout))
        kinds = json.loads(program.call("list", "--json").stdout)
        self.pages = {family: [self.explain(family, entry["name"]) for entry in kinds[family]]
                      for family in ("behaviors", "arbiters", "conditions", "locomotion", "patterns")}

    def explain(self, family, name):
        pages = json.loads(self.program.call("explain", name, "--json").stdout)
        return next(page for page in pages if page.get("family") and family.startswith(page["family"]))

    def attack(self, random):
        world = self.world(random)
        if not self.is_valid(world):  # not every stack fits every body
            return
        world = self.walk.enrich(world, random, self.is_valid, ADDITIONS)
        self.write("world.json", world, allowed=(0,))
        steps = random.choice((20, 45))
        expected = self.hash_of("world.json", steps)
        for name, other in self.same_worlds(world, random):
            self.write(f"{name}.json", other, allowed=(0,))
            self.compare(expected, self.hash_of(f"{name}.json", steps), name)
        for threads in ("1", "2", "3"):
            self.compare(expected, self.hash_of("world.json", steps, "--threads", threads), f"{threads} threads")
        self.resume(expected, steps, random)

    def is_valid(self, world):
        return self.write("world.json", world).returncode == 0

    def summary(self):
        return self.walk.summary()

    def write(self, name, world, allowed=(0, 3)):
        (self.program.folder / name).write_text(json.dumps(world))
        return self.program.call("validate", "--quiet", name, allowed=allowed)

    def hash_of(self, name, steps, *options):
        answer = self.program.call("hash", "--quiet", name, "--steps", str(steps), *options, allowed=(0, 4))
        return answer.returncode, answer.stdout

    def compare(self, expected, found, how):
        if found != expected:
            raise Finding(f"{how}: {found} instead of {expected}\n  {(self.program.folder / 'world.json').read_text()}")

    def resume(self, expected, steps, random):
        at = random.randrange(1, steps) * DT
        saved = self.program.call("run", "world.json", "--quiet", "--steps", str(steps),
                                  "--save-at", f"{at:.2f}", "s.snapshot", allowed=(0, 1, 4))
        if saved.returncode == 4:
            return
        resumed = self.program.call("run", "--resume", "s.snapshot", "--steps", str(steps), "--json", "--quiet",
                                    allowed=(0, 1))
        self.compare(expected[1].decode().strip(), strict_json(resumed.stdout)["provenance"]["state_hash"],
                     f"resumed at {at:.2f} s")

    @staticmethod
    def same_worlds(world, random):
        """The world in other words: none of them may change a bit."""
        reversed_entries = copy.deepcopy(world)
        reversed_entries["agents"].reverse()
        yield "entries reversed", reversed_entries
        for name, partition in (("no cells", {"enabled": False}), ("other cells", {"cells_x": 5, "cells_y": 3})):
            other = copy.deepcopy(world)
            other["simulation"]["partition"] = partition
            yield name, other
        shuffled = copy.deepcopy(world)
        keys = list(shuffled)
        random.shuffle(keys)
        yield "keys shuffled", {key: shuffled[key] for key in keys}

    def world(self, random):
        def some(items, most):
            return random.sample(items, random.randint(0, min(most, len(items))))
        entries = [
            {"type": "d", "id": "lead", "position": [-3, 0], "velocity": [1, 0]},
            {"type": "a", "count": 5, "placement": {"type": "disc", "center": [4, 8], "radius": 3}},
            {"type": "b", "count": 12, "group": "folk",
             "placement": {"type": "rectangle", "min": [-11, 5], "max": [-7, 11]}},
            {"type": {"shares": {"a": 1, "c": 2}}, "count": 9,
             "placement": {"type": "ring", "center": [8, -8], "radius": 2}},
        ]
        if random.random() < 0.2:
            entries.append({"type": "b", "count": CROWD,
                            "placement": {"type": "rectangle", "min": [20, -60], "max": [90, 60]}})
        number = 0
        for entry in entries:
            entry.update({"number": number, "overlap": True})
            number += entry.get("count", 1)
        types = {name: self.agent_type(random) for name in "abc"}
        types["d"] = {"max_speed": 2, "steering": {"behaviors": [{"type": "wander"}]}}
        for name in "bc":
            types[name]["goal"] = random.choice(GOALS)
            types[name]["at_goal"] = random.choice(SEQUELS)
        world = {
            "format": 1, "seed": random.randrange(1000),
            "simulation": {"dt": DT, "duration": 2, "non_penetration": {"enabled": random.random() < 0.5}},
            "world": {
                "obstacles": [{"id": "gate", "present": random.random() < 0.5,
                               "box": {"center": [0, 9], "size": [1, 3]}},
                              {"id": "oak", "center": [9, 0], "radius": 1}, *some(SHAPES, 4)],
                "walls": [{"id": "fence", "points": [[-4, -10], [-4, -4], [-1, -4]]}],
                "regions": {"yard": {"min": [2, -3], "max": [5, 3]}, "field": {"center": [-8, -2], "radius": 3},
                            "marsh": {"points": [[10, 3], [12, 3], [12, 5]]}},
                "paths": {"line": {"points": [[5, 0], [9, 4]]},
                          "round": {"points": [[-8, 0], [0, -8], [8, 0], [0, 8]], "closed": True}},
                "ground": some(GROUND, 2),
            },
            "agent_types": types, "agents": entries, "events": copy.deepcopy(some(EVENTS, 4)),
            "quantities": {"pace": {"type": "speed"}},
        }
        if random.random() < 0.4:
            world["formations"] = {"squad": self.formation(random)}
            types["b"]["steering"]["behaviors"].append({"type": "slot_arrive"})
        if random.random() < 0.6:
            edge = random.choice(("open", "wrap", "clamp", "reflect"))
            world["world"]["bounds"] = {"min": [-12, -12], "max": [12, 12], "edge": edge}
            if number > CROWD:
                world["world"]["bounds"].update({"min": [-100, -100], "max": [100, 100]})
        return world

    def formation(self, random):
        pattern = self.from_example(random.choice(self.pages["patterns"]), random)
        leader = {"type": "leader", "leader": "lead"}
        steered = {"position": [0, -2], "steering": {"behaviors": [{"type": "wander"}]}}
        return {"pattern": pattern, "members": [{"group": "folk"}], "anchor": random.choice((leader, steered)),
                "assignment": random.choice(("sequential", "greedy_ease", "optimal", "bottleneck")),
                "moderation": random.choice(("automatic", "none", "velocity_offset", "lead", "leash")),
                "mode": random.choice(("two_level", "two_level", "rigid"))}

    def agent_type(self, random):
        behaviors = []
        for page in random.sample(self.pages["behaviors"], random.randint(1, 4)):
            behavior = self.from_example(page, random)
            if random.random() < 0.3:
                behavior["when"] = self.from_example(random.choice(self.pages["conditions"]), random)
            behaviors.append(behavior)
        own = {"radius": 0.3, "max_speed": {"uniform": [1, 3]}, "max_acceleration": 8,
               "steering": {"behaviors": behaviors, "arbiter": {"type": random.choice(self.pages["arbiters"])["name"]}}}
        if random.random() < 0.3:
            bodies = [page for page in self.pages["locomotion"] if page["name"] != "scripted"]
            own["locomotion"] = self.from_example(random.choice(bodies), random)
        return own

    def from_example(self, page, random):
        example = page["example"]
        kind = json.loads(example) if isinstance(example, str) else copy.deepcopy(example)
        kind.setdefault("type", page["name"])
        for parameter in page["parameters"]:
            if parameter["key"] not in kind and random.random() < 0.3 and parameter["choices"]:
                kind[parameter["key"]] = random.choice(parameter["choices"])
            elif parameter["key"] not in kind and f'{parameter["key"]}_deg' not in kind and random.random() < 0.2:
                default = parameter["default"]
                if isinstance(default, bool):
                    kind[parameter["key"]] = not default
                elif isinstance(default, float):
                    kind[parameter["key"]] = default * random.uniform(0.5, 1)
        return self.with_names(kind, random)

    def with_names(self, value, random):
        if isinstance(value, list):
            return [self.with_names(item, random) for item in value]
        if not isinstance(value, dict):
            return value
        named = {}
        for key, item in value.items():
            is_name = key in NAMES and isinstance(item, str)
            named[key] = random.choice(NAMES[key]) if is_name else self.with_names(item, random)
        return named
