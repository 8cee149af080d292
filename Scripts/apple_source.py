"""Which lines of a source file are compiled on Apple's systems: its conditions, read without a compiler."""

import re

# What a condition says on Apple's systems; what is not here may be either.
KNOWN = {
    "os(Linux)": False, "canImport(Glibc)": False, "canImport(Musl)": False, "canImport(Darwin)": True,
    "os(Android)": False, "os(Windows)": False, "__linux__": False, "defined(__linux__)": False,
    "__APPLE__": True, "defined(__APPLE__)": True, "WAYLEAVE_STAND_INS": False, "canImport(FoundationNetworking)": False,
    "canImport(FoundationEssentials)": False,
}

DIRECTIVE = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elseif|elif|else|endif)\b(.*)$")


def compiled_on_apple(code):
    """The lines, those blanked out that are certainly not compiled on Apple's systems."""
    # Of each open condition: whether this branch may be compiled, and whether an earlier one certainly is.
    lines, open_conditions = [], []
    for line in code.split("\n"):
        directive = DIRECTIVE.match(line)
        if directive is None:
            lines.append(line if all(may_be for may_be, _ in open_conditions) else "")
            continue
        lines.append("")
        word, condition = directive.groups()
        if word in ("if", "ifdef", "ifndef"):
            value = verdict(condition)
            value = value if word != "ifndef" or value is None else not value
            open_conditions.append((value is not False, value is True))
        elif word in ("elseif", "elif", "else") and open_conditions:
            _, is_decided = open_conditions[-1]
            value = True if word == "else" else verdict(condition)
            open_conditions[-1] = (not is_decided and value is not False, is_decided or value is True)
        elif open_conditions:
            open_conditions.pop()
    return lines


def verdict(condition):
    """What a condition says on Apple's systems; None where it may be either."""
    condition = condition.split("//")[0].strip()
    while condition.startswith("(") and closing_of(condition) == len(condition) - 1:
        condition = condition[1:-1].strip()
    for operator, decisive in (("||", True), ("&&", False)):
        parts = split(condition, operator)
        if len(parts) > 1:
            values = [verdict(part) for part in parts]
            return decisive if decisive in values else None if None in values else not decisive
    if condition.startswith("!"):
        value = verdict(condition[1:])
        return None if value is None else not value
    return KNOWN.get(re.sub(r"\s", "", condition))


def split(condition, operator):
    """The parts between an operator that stands in no parenthesis."""
    parts, depth, start, position = [], 0, 0, 0
    while position < len(condition):
        depth += {"(": 1, ")": -1}.get(condition[position], 0)
        if depth == 0 and condition.startswith(operator, position):
            parts.append(condition[start:position])
            position += len(operator)
            start = position
            continue
        position += 1
    return [*parts, condition[start:]]


def closing_of(condition):
    depth = 0
    for position, character in enumerate(condition):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return position
    return -1
