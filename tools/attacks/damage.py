"""Random damage to JSON documents and to bytes."""

import copy
import math

NUMBERS = (0, -1, 1, 2, 3, 7, 100, 1.5, -0.0, 0.1, 5e-324, 1e-300, 1e-9, 1e9, 1e30, 1.7e308, 2**31, 2**53, 2**63, -(2**63))
TEXTS = ("", "text", "a" * 300, "\u0000", "\u001b[31m", "../x", "0", "null", "\ud800", "\u202e")
OTHERS = (None, True, False, [], {}, [0, 0], [[0, 0], [1, 1]], [[]], {"x": 1}, {"uniform": [1, 2]}, {"choices": [1, 2]})
EXPRESSIONS = ("1 + 1", "door", "hall[0] / 2 - door", "hall[count(hall)-1]", "1/(door-door)", "sqrt(-1)", "2 3", "+1", "", "(" * 70,
               "-" * 70 + "1", "1" + "+1" * 600, "1e308*10", "length", "starts", "pace", "min(1, 2, door)", "hall[9]", "x[0][1]")
TOKENS = (b"\x00", b"\xff", b'"', b"{", b"}", b"[", b",", b"\n", b"-", b"1e999", b"NaN", b"9" * 400, b"\\u0000", b"[" * 2000)


def places(value, path=()):
    """The paths of all values inside a document, itself included."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, path + (key,))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def other_number(number, random):
    factors = (2, 0.5, -1, 10, 0.1, 1 + 2**-52)
    value = random.choice((*NUMBERS, *(number * factor for factor in factors), number + 1, number - 1))
    is_whole = isinstance(number, int) and math.isfinite(value) and random.random() < 0.7
    return int(value) if is_whole else value


def expression(value, random):
    """An expression in place of a value; of one that is there, the text with one character changed."""
    text = value["="] if isinstance(value, dict) and isinstance(value.get("="), str) else random.choice(EXPRESSIONS)
    at_character = random.randrange(len(text) + 1)
    kept = text[at_character + random.choice((0, 1)):]
    return {"=": random.choice((text, text[:at_character] + random.choice("()[]+-*/,. 0xe") + kept))}


def other_value(value, random, donor):
    """Something in place of a value; the donor is another document of the same kind."""
    if random.random() < (0.5 if isinstance(value, dict) and "=" in value else 0.08):
        return expression(value, random)
    kind = random.random()
    if isinstance(value, (int, float)) and not isinstance(value, bool) and kind < 0.6:
        return other_number(value, random)
    if kind < 0.8:
        return copy.deepcopy(at(donor, random.choice(list(places(donor)))))
    return random.choice(random.choice((NUMBERS, TEXTS, OTHERS)))


def damage_document(document, random, donor):
    """A copy of a document with one to three values replaced, removed, renamed or doubled."""
    document = copy.deepcopy(document)
    for _ in range(random.randint(1, 3)):
        path = random.choice(list(places(document)))
        if not path:
            continue
        parent, key = at(document, path[:-1]), path[-1]
        kind = random.random()
        if kind < 0.65:
            parent[key] = other_value(parent[key], random, donor)
        elif kind < 0.8:
            del parent[key]
        elif isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        else:
            parent[random.choice(TEXTS)] = parent.pop(key)
    return document


def damage_bytes(data, random):
    """The bytes with one to four places changed, removed, doubled or cut off."""
    for _ in range(random.randint(1, 4)):
        begin = random.randrange(len(data) + 1)
        end = min(len(data), begin + random.choice((1, 1, 4, 16, 256)))
        kind = random.random()
        if kind < 0.35 and begin < len(data):
            data = data[:begin] + bytes([data[begin] ^ 1 << random.randrange(8)]) + data[begin + 1:]
        elif kind < 0.6:
            data = data[:begin] + random.choice(TOKENS) + data[random.choice((begin, end)):]
        elif kind < 0.75:
            data = data[:begin] + data[end:]
        elif kind < 0.9:
            data = data[:end] + data[begin:end] + data[end:]
        else:
            data = data[:begin]
    return data
