"""What every package of wayleave says about itself, read from the place where it is decided."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Missing(Exception):
    """A fact that is not where it should be."""


def only(found, what):
    values = sorted(set(found))
    if len(values) != 1:
        raise Missing(f"{what}: found {', '.join(values) or 'none'}; there must be one")
    return values[0]


def version(root=ROOT):
    """The version that the program prints."""
    return only(re.findall(r'number = "(\d+\.\d+\.\d+(?:-[\w.]+)?)"', read(root, "Sources/WayleaveSystem/Release.swift")), "the version in Release.swift")


def programs(root=ROOT):
    """The names of the programs: the one that people type is a product, and what it runs are targets of such a name."""
    manifest = read(root, "Package.swift")
    return re.findall(r'\.executable\(name: "([^"]+)"', manifest) + re.findall(
        r'\.executableTarget\(\s*name: "(wayleave-[^"]+)"', manifest)


def program(root=ROOT):
    """The name of the program that people type: what it runs begins with its name."""
    names = programs(root)
    return only([name for name in names if all(other.startswith(name) for other in names)], "the executable in Package.swift")


def swift(root=ROOT):
    """The lowest Swift that builds it."""
    return only(re.findall(r"^// swift-tools-version: (\S+)", read(root, "Package.swift")), "the version of Swift in Package.swift")


def macos(root=ROOT):
    """The lowest macOS that runs it."""
    return only(re.findall(r"\.macOS\(\.v(\d+)\)", read(root, "Package.swift")), "the version of macOS in Package.swift")


def licence(root=ROOT):
    """The licence, as SPDX names it."""
    return licence_of_text(read(root, "LICENSE"), "LICENSE")


def licence_of_text(text, where):
    words = " ".join(text.split())
    if "Apache License Version 2.0" in words:
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in words else "Apache-2.0"
    if "Permission is hereby granted, free of charge, to any person obtaining a copy" in words:
        return "MIT"
    raise Missing(f"{where}: a licence that is not known here")


def release_folder(root=ROOT):
    """The folder in which `make release` builds."""
    return only(re.findall(r"^RELEASE := (\S+)", read(root, "Makefile"), re.MULTILINE), "RELEASE in Makefile")


def commit_time(root=ROOT):
    """The time of the commit, in seconds since 1970."""
    return int(git(root, "log", "-1", "--format=%ct"))


def package_version(root=ROOT):
    """The version; in front of its release, with the day and the commit."""
    if f"v{version(root)}" in git(root, "tag", "--points-at", "HEAD").split():
        return version(root)
    day = git(root, "log", "-1", "--date=format-local:%Y%m%d", "--format=%cd")
    return f"{version(root)}~git{day}.{git(root, 'rev-parse', '--short=7', 'HEAD')}"


def git(root, *arguments):
    run = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, env={"TZ": "UTC", "PATH": "/usr/bin:/bin"})
    if run.returncode != 0:
        raise Missing(f"git {arguments[0]}: {run.stderr.strip()}")
    return run.stdout.strip()


def read(root, name):
    try:
        return (root / name).read_text(encoding="utf-8")
    except OSError as error:
        raise Missing(f"{name}: {error.strerror}") from error


if __name__ == "__main__":
    # packaging_facts.py FACT: prints a fact, such as commit_time.
    print(globals()[sys.argv[1]]())
