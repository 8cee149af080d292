"""The packages whose code is in the release programs."""

import json
import pathlib
import re
import subprocess

import packaging_facts
from packaging_facts import Missing

MODULE = re.compile(r"/([^/\s']+)\.build/")


class LinkedPackage:
    """A package, where it came from, its licence, and those of its own dependencies that are linked."""

    def __init__(self, node, folder):
        self.name, self.version, self.url = node["identity"], node["version"], node["url"].removesuffix(".git")
        self.folder = folder
        self.licence = packaging_facts.licence_of_text(self.text("LICENSE"), f"{self.name}: LICENSE")
        self.needs = sorted(child["identity"] for child in node["dependencies"])

    def text(self, name):
        """A text of the package such as LICENSE or NOTICE, or nothing."""
        found = sorted(path for path in self.folder.glob(f"{name}*") if path.is_file())
        return found[0].read_text(encoding="utf-8") if found else ""

    def boring_ssl(self):
        """The commit of BoringSSL of which it has a copy, or None."""
        for path in sorted(self.folder.glob("Sources/*BoringSSL/hash.txt")):
            if revision := re.search(r"\b[0-9a-f]{40}\b", path.read_text(encoding="utf-8")):
                return revision.group()
        return None


def linked_packages(root, scratch):
    """Every linked package, by name, and the names of those that our own code uses."""
    modules = linked_modules(root, scratch)
    tree = dependencies(root, scratch)
    nodes, linked, homeless = all_nodes(tree), {}, set(modules)
    for name, node in sorted(nodes.items()):
        folder = pathlib.Path(node["path"])
        ours = {module for module in modules if has_module(folder, module)}
        if ours:
            linked[name] = LinkedPackage(node, folder)
        homeless -= ours
    homeless -= {path.name for path in (root / "Sources").iterdir()}
    homeless -= {name.replace("-", "_") for name in packaging_facts.programs(root)}
    if homeless:
        raise Missing(f"no package has these linked modules: {', '.join(sorted(homeless))}")
    for package in linked.values():
        package.needs = [name for name in package.needs if name in linked]
    direct = sorted(child["identity"] for child in tree["dependencies"] if child["identity"] in linked)
    return linked, direct


def has_module(folder, module):
    """Whether a package declares a target of that name, or has a folder for it."""
    target = re.compile(rf'arget\(\s*name:\s*"{re.escape(module)}"')
    if any(folder.glob(f"Sources/{module}")) or any(folder.glob(f"Sources/*/{module}")):
        return True
    return any(target.search(path.read_text(encoding="utf-8")) for path in folder.glob("Package*.swift"))


def linked_modules(root, scratch):
    """The modules in the lists that the linker was given."""
    modules = set()
    for program in packaging_facts.programs(root):
        lists = sorted((root / scratch).glob(f"*/release/{program}.product/Objects.LinkFileList"))
        if not lists:
            raise Missing(f"{scratch}: {program} is not built there; run `make release` first")
        modules |= set(MODULE.findall(lists[0].read_text(encoding="utf-8")))
    return sorted(modules)


def dependencies(root, scratch):
    command = ["swift", "package", "--package-path", str(root), "--scratch-path", str(root / scratch),
               "show-dependencies", "--format", "json"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise Missing(f"swift package show-dependencies: {run.stderr.strip()}")
    return json.loads(run.stdout[run.stdout.index("{"):])


def all_nodes(tree):
    """Every package below a node, by its name."""
    nodes = {}
    for child in tree["dependencies"]:
        nodes[child["identity"]] = child
        nodes.update(all_nodes(child))
    return nodes


def swift_version():
    """The version of the Swift whose libraries are linked."""
    said = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    return packaging_facts.only(re.findall(r"Swift version (\d+(?:\.\d+)*)", said), "the version that swift prints")
