"""Reads Swift sources as far as the checks need it: files, code without comments and texts, declarations, scopes.

What was found in a text is remembered: a self-test reads the same sources again for each breach.
"""

import functools
import pathlib
import re


def files(root, *folders):
    """Every Swift file below some folders of `root`, by path; what a tutorial shows is no source of its target."""
    found = []
    for folder in folders:
        found += (root / folder).rglob("*.swift")  # a folder that is not there has none
    return sorted(path for path in found
                  if not any(part.startswith(".") or part.endswith(".docc") for part in path.relative_to(root).parts))


OPENING = re.compile(r'//|/\*|(?P<hashes>#*)(?P<quote>"""|")|(?P<regex>#+)/')


@functools.cache
def code_only(text):
    """The text with comments and the insides of literals blanked out; lines and columns stay."""
    pieces, position = [], 0
    for start, stop, kept in _not_code(text):
        pieces += [text[position:start], kept, re.sub(r"[^\n]", " ", text[start + len(kept):stop - len(kept)]), kept[::-1]]
        position = max(stop, start + 1)
    return "".join(pieces) + text[position:]


def comments(text):
    """The comments of a text, those to the end of a line, in order."""
    return [text[start:stop] for start, stop, _ in _not_code(text) if text.startswith("//", start)]


def _not_code(text):
    """Where each comment and literal begins and ends, and the mark that opens the literal."""
    position = 0
    while (opening := OPENING.search(text, position)) is not None:
        start, kept = opening.start(), ""
        if opening.group(0) == "//":
            stop = text.find("\n", start)
            stop = len(text) if stop < 0 else stop
        elif opening.group(0) == "/*":
            stop = _end_of_comment(text, start)
        elif opening.group("regex"):
            closing = "/" + opening.group("regex")
            stop = text.find(closing, opening.end())
            stop = len(text) if stop < 0 else stop + len(closing)
            kept = opening.group(0)
        else:
            stop = _end_of_string(text, opening.end(), opening.group("hashes"), opening.group("quote"))
            kept = opening.group(0)
        yield start, stop, kept
        position = max(stop, start + 1)


def _end_of_comment(text, position):
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(text, position):
        depth += 1 if mark.group(0) == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(text)


def _end_of_string(text, position, hashes, quote):
    closing, escape = quote + hashes, "\\" + hashes
    while position < len(text):
        if text.startswith(closing, position):
            return position + len(closing)
        if text.startswith(escape + "(", position):
            position = _end_of_interpolation(text, position + len(escape) + 1)
        elif text.startswith(escape, position):
            position += len(escape) + 1
        elif quote == '"' and text[position] == "\n":
            return position
        else:
            position += 1
    return len(text)


def _end_of_interpolation(text, position):
    depth = 1
    while position < len(text) and depth:
        literal = re.compile(r'(#*)("""|")').match(text, position)
        if literal is not None:
            position = _end_of_string(text, literal.end(), literal.group(1), literal.group(2))
            continue
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
    return position


IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(\w+)",
    re.MULTILINE,
)


@functools.cache
def imports(code):
    """The modules that a file imports, each with its line."""
    return [(found.group(1), code.count("\n", 0, found.start(1)) + 1) for found in IMPORT.finditer(code)]


MODIFIER = r"(?:@\w+(?:\([^)]*\))?|public|open|package|internal|fileprivate|private|final|static|class(?=\s+(?:func|var|let|subscript))|" \
    r"mutating|nonmutating|nonisolated(?:\(\w+\))?|indirect|required|convenience|override|lazy|weak|unowned|consuming|" \
    r"borrowing|distributed|prefix|postfix|infix|isolated|dynamic|optional|private\(set\)|package\(set\)|internal\(set\)|fileprivate\(set\))"
DECLARATION = re.compile(
    rf"^\s*(?P<modifiers>(?:{MODIFIER}\s+)*)"
    r"(?P<keyword>struct|class|enum|actor|protocol|extension|func|var|let|init|subscript|typealias|associatedtype|case|"
    r"macro|deinit)\b[?!]?\s*(?P<name>`[^`]+`|[\w.]+|[-+*/=<>!&|^~%]+)?"
)
TYPES = {"struct", "class", "enum", "actor", "protocol"}


class Declaration:
    """One declaration: what it is, where, in which scopes, and the lines of its body."""

    def __init__(self, keyword, name, modifiers, line, scopes):
        self.keyword, self.name, self.modifiers, self.line = keyword, name, modifiers, line
        self.scopes = list(scopes)
        self.last_line = line

    @property
    def parent(self):
        return self.scopes[-1] if self.scopes else None

    def is_public(self):
        """Whether people outside see it: by its own word, as a case or requirement, or in a public extension."""
        words = self.modifiers.split()
        if "public" in words or "open" in words:
            return True
        if words and any(word in ("package", "internal", "fileprivate", "private") for word in words):
            return False
        parent = self.parent
        if parent is None or not isinstance(parent, Declaration):
            return False
        if parent.keyword == "enum" and self.keyword == "case":
            return parent.is_public()
        if parent.keyword in ("protocol", "extension") and self.keyword != "case":
            return parent.is_public()
        return False


@functools.cache
def declarations(code):
    """The declarations of a file in order; the ones inside functions and other braces are left out."""
    found, scopes, pending = [], [], None
    for number, line in enumerate(code.split("\n"), start=1):
        start = 0
        inside_types = all(isinstance(scope, Declaration) and scope.keyword in TYPES | {"extension"} for scope in scopes)
        match = DECLARATION.match(line)
        if match and inside_types:
            name = match.group("name") or match.group("keyword")
            pending = Declaration(match.group("keyword"), name.strip("`"), match.group("modifiers"), number, scopes)
            found.append(pending)
            start = match.end()
        for character in line[start:]:
            if character == "{":
                scopes.append(pending or "braces")
                pending = None
            elif character == "}" and scopes:
                closed = scopes.pop()
                if isinstance(closed, Declaration):
                    closed.last_line = number
    return found


def read(path):
    return pathlib.Path(path).read_text(encoding="utf-8")
