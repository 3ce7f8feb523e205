"""C++ text for the checks in tools/: the files of a folder, and a file without its comments and strings."""

import re

SUFFIXES = (".h", ".hpp", ".cpp", ".cc", ".inl")

# One alternative per kind of token, tried in this order. Numbers come before characters because of the
# separators in 1'000; the words that stay are matched only to keep the rest aligned.
TOKEN = re.compile(
    r"""
    (?P<comment>//(?:[^\\\n]|\\.|\\\n)*|/\*.*?(?:\*/|\Z))
  | (?P<raw>(?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?\)(?P=fence)")
  | (?P<number>(?<![\w.])\.?\d(?:'?\w|[eEpP][+-]|\.)*)
  | (?P<word>(?!(?:u8|[uUL])?['"])[A-Za-z_]\w*)
  | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.|\\\n)*")
  | (?P<character>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
    """,
    re.VERBOSE | re.DOTALL,
)


def source_files(folder):
    """All C++ files below a pathlib folder, in order of their names."""
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())


def blank(text):
    """As many lines and columns as the text, with nothing on them."""
    return re.sub(r"[^\n]", " ", text)


def without_comments(text):
    """The text with every comment replaced by blanks."""
    return TOKEN.sub(lambda token: blank(token[0]) if token["comment"] else token[0], text)


def without_comments_and_strings(text):
    """The text with comments blanked and with the contents of strings and characters emptied in place."""

    def replace(token):
        if token["comment"]:
            return blank(token[0])
        if token["raw"] or token["string"] or token["character"]:
            return '"' + blank(token[0][1:-1]) + '"'
        return token[0]

    return TOKEN.sub(replace, text)


def line_of(text, position):
    """The number of the line, from 1, that holds a position of the text."""
    return text.count("\n", 0, position) + 1
