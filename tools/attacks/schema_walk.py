"""Pieces of scenarios after drover's own schema: every key, every value of a choice, every kind."""

import collections
import copy
import zlib

# Keys that are left as they are: how long a run is, files, what gives entries their numbers, notes.
KEPT = {"$schema", "format", "include", "variables", "name", "description", "extends", "duration", "dt", "number",
        "override", "partition", "agents.count", "changes", "change"}
# Parts of the scenario in which the worlds need what they have: other things are added, none is replaced.
WHOLE = {"agents", "agent_types", "simulation"}
# Keys of behaviors that are added to the stack of another type, and of no others.
OF_ADDED = {"before", "after", "mode"}
TRIED = 30  # ways to go on, of which the one that was seen least is taken
DEEPEST = 5


def rivals(properties):
    """Of these keys an object has exactly one."""
    if {"point", "agent", "group", "obstacle"} <= set(properties):
        return [key for key in properties if key not in ("of", "seen")]
    if {"less_than", "greater_than"} <= set(properties):
        return ["less_than", "greater_than"]
    return [key for key in properties if "another" in properties[key].get("description", "").split("When absent")[-1]]


class SchemaWalk:
    """Adds to worlds what they do not have, and counts what was seen in those that are valid.

    What comes first is another order in each world, so that a world follows from its seed alone.
    """

    def __init__(self, schema):
        self.definitions = schema["definitions"]
        self.schema = schema
        self.seen = collections.Counter()
        self.refused = collections.Counter()
        self.used = collections.Counter()  # of the present world
        self.salt = 0
        self.is_adding = False
        self.pairs = set()
        self.kinds = set()
        self.everything = set()
        self.list_items(schema, "scenario", set())

    def plain(self, node, name):
        """The part of a schema that stands for a value, without expressions, and the name of its definition."""
        while True:
            if "$ref" in node:
                name = node["$ref"].rsplit("/", 1)[1]
                node = self.definitions[name]
            elif "else" in node:
                node = node["else"]
            elif node.get("if") == {"not": {"type": "null"}}:
                node = node["then"]
            elif len(node.get("allOf", ())) == 1 and "$ref" in node["allOf"][0]:
                node = node["allOf"][0]
            else:
                return node, name

    def alternatives(self, node):
        found = [one for one in node.get("anyOf", node.get("oneOf", ())) if one.get("$ref") != "#/definitions/expression"]
        return [one for one in found if set(one) - {"required", "not", "description"}]

    @staticmethod
    def kinds_of(node):
        """The kinds of a family by their names."""
        kinds = {}
        for one in node.get("allOf", ()):
            kind = one.get("if", {}).get("properties", {}).get("type", {}).get("const")
            if kind is not None:
                kinds[kind] = one["then"]
        return kinds

    def list_items(self, node, name, visited):
        node, name = self.plain(node, name)
        if id(node) in visited:
            return
        visited.add(id(node))
        for kind, of_kind in self.kinds_of(node).items():
            self.everything.add((name, "type", kind))
            self.kinds.add((name, kind))
            self.list_items(of_kind, name, visited)
        for one in self.alternatives(node):
            self.list_items(one, name, visited)
        for choice in node.get("enum", ()):
            self.everything.add((name, choice))
        if isinstance(node.get("items"), dict):
            self.list_items(node["items"], name, visited)
        if isinstance(node.get("additionalProperties"), dict):
            self.list_items(node["additionalProperties"], name, visited)
        if name.startswith("parameter_"):
            return
        for key, of_key in node.get("properties", {}).items():
            if key != "type" and key not in KEPT:
                self.everything.add((name, key))
                self.list_items(of_key, f"{name}.{key}", visited)

    def look(self, value, node, name, items, places):
        """Lists the items of a value, and the places where something can be added."""
        node, name = self.plain(node, name)
        kinds = self.kinds_of(node)
        if kinds and isinstance(value, dict) and value.get("type") in kinds:
            items.add((name, "type", value["type"]))
            return self.look(value, kinds[value["type"]], name, items, places)
        for one in self.alternatives(node):
            fits = self.plain(one, name)[0]
            is_object = "properties" in fits or "additionalProperties" in fits
            if is_object == isinstance(value, dict):
                self.look(value, one, name, items, places)
        if isinstance(value, str) and value in node.get("enum", ()):
            items.add((name, value))
        elif isinstance(value, list) and isinstance(node.get("items"), dict):
            if name.rsplit(".", 1)[-1] not in WHOLE and len(value) < node.get("maxItems", len(value) + 1):
                places.append((value, None, node["items"], name, ()))
            for item in value:
                self.look(item, node["items"], name, items, places)
        elif isinstance(value, dict) and not name.startswith("parameter_"):
            self.look_into(value, node, name, items, places)

    def look_into(self, value, node, name, items, places):
        properties = node.get("properties", {})
        more = node.get("additionalProperties")
        of_one = rivals(properties)
        for key, of_key in properties.items():
            if key in KEPT or key == "type":
                continue
            is_kept = f"{name.rsplit('.', 1)[-1]}.{key}" in KEPT or (name == "scenario" and key in WHOLE and key in value)
            if not is_kept and not (key in OF_ADDED and OF_ADDED <= set(properties)):
                places.append((value, key, of_key, name, of_one if key in of_one else ()))
            if key in value:
                items.add((name, key))
                self.look(value[key], of_key, f"{name}.{key}", items, places)
        if isinstance(more, dict):
            if name.rsplit(".", 1)[-1] not in WHOLE:
                places.append((value, f"more{len(value)}", more, name, ()))
            for key in value:
                if key not in properties:
                    self.look(value[key], more, name, items, places)

    def enrich(self, world, random, is_valid, steps):
        """The world with some more in it; what is not valid is taken back."""
        names = self.names_in(world)
        self.salt = random.getrandbits(32)
        self.used.clear()
        for _ in range(steps):
            other = copy.deepcopy(world)
            places = []
            self.look(other, self.schema, "scenario", set(), places)
            tried = random.sample(places, min(TRIED, len(places)))
            container, key, node, name, replaced = min(tried, key=lambda place: self.novelty(place[2], place[3], place[1]))
            value = self.make(node, f"{name}.{key}", names, random, 0)
            for rival in replaced:
                container.pop(rival, None)
            container.append(value) if key is None else container.__setitem__(key, value)
            tried_items = {(name, key)}
            self.look(value, node, f"{name}.{key}" if key is not None else name, tried_items, [])
            self.used.update(tried_items)
            if is_valid(other):
                world = other
                self.count(world)
            else:
                self.refused.update(tried_items)
        return world

    def score(self, item):
        rank = zlib.crc32(f"{self.salt}{item}".encode()) / 2**32
        return self.used[item] + rank

    def novelty(self, node, name, key):
        """How often the least known part of what could come here was seen."""
        node, inner = self.plain(node, f"{name}.{key}" if key is not None else name)
        scores = [self.score((inner, "type", kind)) for kind in self.kinds_of(node)]
        scores += [self.score((inner, choice)) for choice in node.get("enum", ())]
        return min([self.score((name, key)), *scores])

    def count(self, world):
        items = set()
        self.look(world, self.schema, "scenario", items, [])
        self.seen.update(items)
        kinds = sorted((item[0], item[2]) for item in items if len(item) == 3)
        self.pairs.update((a, b) for a in kinds for b in kinds if a < b)

    @staticmethod
    def names_in(world):
        shapes = world["world"]
        modes = [mode for one in world["agent_types"].values() for mode in one.get("steering", {}).get("modes", ())]
        return {"agent": ["lead"], "leader": ["lead"], "root": ["lead"], "group": ["folk"], "mode": modes, "to": modes,
                "agent_type": list(world["agent_types"]), "path": list(shapes["paths"]), "wall": ["fence"],
                "obstacle": ["gate", "oak"], "region": list(shapes["regions"]), "quantity": list(world["quantities"]),
                "of": list(world["quantities"]), "places": list(shapes["paths"]), "pattern": ["base"],
                "formation": list(world.get("formations", ())), "parameter": ["max_speed", "radius"],
                "type": list(world["agent_types"]), "color": ["teal"], "random_in": list(shapes["regions"]),
                "regions": list(shapes["regions"]), "forbidden_to": list(world["agent_types"]), "source": ["gate"],
                "goal": list(shapes["regions"]), "route": list(shapes["regions"])}

    def make(self, node, name, names, random, depth):
        node, name = self.plain(node, name)
        if "const" in node:
            return node["const"]
        if "enum" in node:
            return min(node["enum"], key=lambda choice: self.score((name, choice)))
        kinds = self.kinds_of(node)
        if kinds:
            kind = min(kinds, key=lambda one: self.score((name, "type", one)))
            self.used[(name, "type", kind)] += 1  # so that what it holds is of other kinds
            return {"type": kind, **self.make_object(*self.plain(kinds[kind], name), names, random, depth + 1)}
        if self.alternatives(node):
            return self.make(random.choice(self.alternatives(node)), name, names, random, depth)
        types = node.get("type", "object")
        types = [types] if isinstance(types, str) else [one for one in types if one != "null"]
        if "number" in types or "integer" in types:
            return self.number(node, "integer" in types, random)
        if "boolean" in types:
            return not node["default"] if isinstance(node.get("default"), bool) else random.random() < 0.5
        if "string" in types:
            return random.choice(names.get(name.rsplit(".", 1)[-1]) or ["none"])
        if "array" in types:
            return self.make_list(node, name, names, random, depth)
        return self.make_object(node, name, names, random, depth)

    def number(self, node, is_whole, random):
        low = max(node.get("minimum", node.get("exclusiveMinimum", -1000)), -1000)
        high = min(node.get("maximum", node.get("exclusiveMaximum", 1000)), 1000)
        if is_whole:
            return min(max(random.randint(0, 3), low), high)
        middle = node.get("default")
        if isinstance(middle, (int, float)) and middle:
            value = middle * random.uniform(0.5, 1.5)
        else:
            value = random.uniform(max(low, -10), min(high, 10))
        value = min(max(value, low), high)
        return value if "properties" not in node or random.random() < 0.7 else {"uniform": sorted((value, (value + high) / 2))}

    def make_list(self, node, name, names, random, depth):
        items = node.get("items", {})
        if isinstance(items, list):
            return [self.make(item, name, names, random, depth + 1) for item in items]
        fewest = node.get("minItems", 1)
        count = min(max(fewest, random.randint(1, 3)), node.get("maxItems", 3))
        self.is_adding = name.endswith(".add")
        made = [self.make(items, name, names, random, depth + 1) for _ in range(count)]
        self.is_adding = False
        if name.startswith("ramp") and name.endswith(".points"):
            made.sort()
        return made

    def make_object(self, node, name, names, random, depth):
        """What is required, and a few more keys; of keys that stand for each other one."""
        properties = {key: one for key, one in node.get("properties", {}).items() if key != "type" and key not in KEPT}
        if not self.is_adding and OF_ADDED <= set(properties):
            properties = {key: one for key, one in properties.items() if key not in OF_ADDED}
        keys = set(node.get("required", ())) & set(properties)
        others = rivals(properties)
        if others or (not keys and properties and random.random() < 0.5):
            keys.add(min(others or properties, key=lambda key: self.score((name, key))))
        if depth < DEEPEST:
            keys.update(key for key in properties if key not in others and random.random() < 0.1)
        made = {key: self.make(properties[key], f"{name}.{key}", names, random, depth + 1) for key in properties
                if key in keys}
        more = node.get("additionalProperties")
        if isinstance(more, dict) and not made:
            made["one"] = self.make(more, name, names, random, depth + 1)
        return made

    def summary(self):
        """What was never produced."""
        never = sorted(".".join(map(str, item)) for item in self.everything - set(self.seen))
        of_all = len(self.kinds) * (len(self.kinds) - 1) // 2
        return (f"{len(self.everything) - len(never)} of {len(self.everything)} keys, choices and kinds, {len(self.pairs)} of "
                f"{of_all} pairs of kinds in one world; never: {', '.join(never) or 'none'}")
