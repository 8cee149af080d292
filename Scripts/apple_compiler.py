"""The compiler of Linux with one of Apple's systems as its target: what it compiles there, and against what."""

import json
import pathlib
import platform
import re
import shutil
import subprocess

import swift_source

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = ROOT / ".build-check-apple"
HEADERS = ROOT / ".build/apple-headers/any-macos-any"
APPLE = ROOT / "AppleOnLinux"

LINUX = f"{platform.machine()}-unknown-linux-gnu"

# What the Foundation of Linux imports in C, and we do not see.
HIDDEN_C = ("Dispatch", "CDispatch", "CoreFoundation", "_FoundationCShims", "_FoundationICU")

# The headers are those of a Mac, and take each system for one; with this they leave that to the compiler, which knows.
THESE_SYSTEMS = "-DDYNAMIC_TARGETS_ENABLED=1"

# They are there, since modules of Linux need them; on Apple's systems they are not.
LINUX_MODULES = re.compile(r"\bcanImport\((?:Glibc|Musl|FoundationNetworking)\)")
# Where the Foundation of Linux has URLSession, WayleaveApple takes it.
LINUX_MODULES_OF_APPLE = re.compile(r"\bcanImport\((?:Glibc|Musl)\)")

# What SwiftPM writes for a folder of resources, and two names that the Foundation of Linux forbids.
BUNDLE = """import Foundation
extension Bundle { static var module: Bundle { .main } }
let NSURLAuthenticationMethodServerTrust = "server trust"
let NSURLAuthenticationMethodClientCertificate = "client certificate"
"""

# The versions of visionOS that the compiler takes for those of iOS, which it reads in the SDK.
VISION_SDK = {
    "Version": "2.0", "MaximumDeploymentTarget": "2.99",
    "VersionMap": {"iOS_visionOS": {"17.0": "1.0", "17.4": "1.1", "18.0": "2.0"}},
}

ERROR = re.compile(r"^([^\s:][^:\n]*):(\d+):\d+: (?:fatal )?error: (.*)$", re.MULTILINE)


class Missing(Exception):
    """Something that this needs is not there."""


class System:
    """One of Apple's systems: how a resource folder and a target name it, and a version that is old enough for modules."""

    def __init__(self, name, folder, target, oldest):
        self.name, self.folder, self.target = name, folder, target
        # In a module it stands in place of that of Linux, and so has as many bytes.
        self.target_of_modules = f"{target}{oldest}.".ljust(len(LINUX), "0")
        assert len(self.target_of_modules) == len(LINUX) and self.target_of_modules[-1] == "0"

    def frameworks(self):
        """The stand-ins, from the lowest up: each with its files."""
        views = "AppKit" if self.name == "macOS" else "UIKit"
        for name in ("LocalAuthentication", "Security", "CryptoKit", views, "SwiftUI", "AuthenticationServices"):
            files = sorted((APPLE / "StandIns" / name).glob("*.swift"))
            yield name, files + ([APPLE / "StandIns/UIKit/NSUserActivity.swift"] if name == "AppKit" else [])


SYSTEMS = [
    System("macOS", "macosx", "arm64-apple-macos", "13.0"),
    System("iOS", "iphoneos", "arm64-apple-ios", "16.0"),
    System("tvOS", "appletvos", "arm64-apple-tvos", "16.0"),
    System("watchOS", "watchos", "arm64-apple-watchos", "9"),
    System("visionOS", "xros", "arm64-apple-xros", "1.0"),
]


class Module:
    """What is compiled as one: its folder, the modules of ours that it needs, its options, and what stands for resources."""

    def __init__(self, name, folder, needs, options=(), resources=None):
        self.name, self.folder, self.needs, self.options, self.resources = name, folder, needs, options, resources

    @property
    def is_c(self):
        return any((ROOT / self.folder).glob("*.c"))

    def copy(self, to, more=()):
        """Copies the sources as Apple's systems see them, line for line, with `more` next to them."""
        absent = LINUX_MODULES_OF_APPLE if self.name == "WayleaveApple" else LINUX_MODULES
        texts = {path.relative_to(ROOT): swift_source.read(path) for path in swift_source.files(ROOT, self.folder)}
        texts |= {pathlib.Path(self.folder, name): text for name, text in more}
        if self.resources:
            texts[pathlib.Path(self.folder, "Resources.swift")] = self.resources
        return [write(to / path, absent.sub("os(Linux)", text)) for path, text in texts.items()]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# What is compiled: the targets of the package but those for its tests, and what AppleOnLinux has for apps.


def package():
    printed = subprocess.run(
        ["swift", "package", "--package-path", str(ROOT), "--scratch-path", str(ROOT / ".build-check"), "dump-package"],
        check=True, capture_output=True, text=True)
    return json.loads(printed.stdout)


def modules_of(system, package):
    """The modules of a system, from the lowest up: programs are for a Mac, and libraries for all."""
    targets = {target["name"]: target for target in package["targets"] if not is_for_tests(target)}
    if system.name == "macOS":
        wanted = list(targets)
    else:
        wanted = [name for product in package["products"] if "library" in product["type"] for name in product["targets"]]
    ordered = {}
    for name in wanted:
        add(name, targets, ordered)
    for name, folder, systems, options in (
        ("WayleaveSamples", "Samples/Apple/WayleaveSamples", ("macOS", "iOS"), ()),
        ("WayleaveAppleSnippets", "AppleOnLinux/Documented", ("macOS", "iOS", "visionOS"),
         ("-module-alias", "WayleaveAppleUnderTest=WayleaveApple")),
    ):
        if system.name in systems:
            ordered[name] = Module(name, folder, ["WayleaveApple"], [*options, *features(targets["WayleaveApple"])])
    return list(ordered.values())


def is_for_tests(target):
    return target["type"] == "test" or target.get("path", "").startswith("Tests/") and target["name"] != "WayleaveSnippets"


def add(name, targets, ordered):
    if name in ordered or name not in targets:
        return
    target = targets[name]
    needs = [next(iter(dependency.values()))[0] for dependency in target["dependencies"] if "product" not in dependency]
    for needed in needs:
        add(needed, targets, ordered)
    folder = target.get("path") or f"Sources/{name}"
    rules = [resource["rule"] for resource in target["resources"]]
    resources = BUNDLE if any("process" in rule for rule in rules) else None
    for resource in target["resources"]:
        if "embedInCode" in resource["rule"]:
            names = sorted(re.sub(r"\W", "_", path.name) for path in (ROOT / folder / resource["path"]).iterdir())
            resources = "enum PackageResources {\n" + "".join(f"  static let {each}: [UInt8] = []\n" for each in names) + "}\n"
    in_package = ["-package-name", "wayleave"] if target["packageAccess"] else []
    ordered[name] = Module(name.replace("-", "_"), folder, needs, [*in_package, *features(target)], resources)


def features(target):
    kinds = [setting["kind"] for setting in target["settings"]]
    named = [kind["enableUpcomingFeature"]["_0"] for kind in kinds if "enableUpcomingFeature" in kind]
    return [option for name in named for option in ("-enable-upcoming-feature", name)]


class Compiler:
    """The compiler of Linux with one of Apple's systems as its target."""

    def __init__(self, system, package, build):
        self.system, self.build = system, build
        self.modules = modules_of(system, package)
        platform = next(each for each in package["platforms"] if each["platformName"] == system.name.lower())
        self.target = system.target + platform["version"]
        self.tools = pathlib.Path(shutil.which("swift") or "swift").resolve().parent
        self.library = self.tools.parent / "lib/swift"
        self.folder = SCRATCH / system.name
        shutil.rmtree(self.folder, ignore_errors=True)
        self.sources, self.made, self.sdk = self.folder / "sources", self.folder / "made", self.folder / "sdk"
        self.made.mkdir(parents=True)
        self.sdk.mkdir()
        if system.name == "visionOS":
            write(self.sdk / "SDKSettings.json", json.dumps(VISION_SDK))
        self.retarget()
        self.make_c_modules()

    def retarget(self):
        """Copies the modules of the toolchain and of the dependencies, with this system as their target."""
        resources = self.folder / "resources"
        for module in (self.library / "linux").glob(f"*.swiftmodule/{LINUX}.swiftmodule"):
            if module.parent.name != "Glibc.swiftmodule":
                self.patch(module, resources / self.system.folder / module.parent.name / f"{self.system.target}.swiftmodule")
        for name in ("shims", "clang", "host"):
            (resources / name).symlink_to(self.library / name)
        ours = {module.name for module in self.modules}
        for module in sorted((self.build / LINUX / "debug/Modules").glob("*.swiftmodule")):
            if module.stem not in ours:
                self.patch(module, self.folder / "dependencies" / module.name)

    def patch(self, module, to):
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(module.read_bytes().replace(LINUX.encode(), self.system.target_of_modules.encode()))

    def make_c_modules(self):
        """Apple's C library under two names, our C targets, and empty modules for those that others need."""
        maps = [f'module Darwin [system] {{ header "{APPLE}/Darwin/Darwin.h" export * }}']
        # The same headers once more, as the Foundation of Linux knows them.
        copy = write(self.folder / "c/SwiftGlibc.h", swift_source.read(APPLE / "Darwin/Darwin.h"))
        maps.append(f'module SwiftGlibc [system] {{ header "{copy}" export * }}')
        maps += [f'module {module.name} {{ header "{ROOT / module.folder}/include/{module.name}.h" export * }}'
                 for module in self.modules if module.is_c]
        empty = write(self.folder / "c/empty.h", "")
        others = {folder.parent.name for folder in (self.build / "checkouts").glob("*/Sources/*/include")}
        maps += [f'module {name} {{ header "{empty}" }}' for name in sorted(others.union(HIDDEN_C))]
        write(self.folder / "c/module.modulemap", "\n".join(maps) + "\n")

    def make_libraries(self):
        """Compiles what stands for Apple's own modules."""
        for name in ("Darwin", "os"):
            yield from self.compile(name, [APPLE / f"Darwin/{name}.swift"], [])
        # Foundation brings the C library.
        yield from self.compile("Glibc", [write(self.folder / "c/Glibc.swift", "@_exported import Darwin\n@_exported import SwiftGlibc\n")], [])
        for name, files in self.system.frameworks():
            # They hold each other to no versions, and what tests do with them is of no interest.
            yield from self.compile(name, files, [
                *features_of_stand_ins(), "-disable-availability-checking", "-experimental-skip-all-function-bodies"])

    def check(self, names=(), more=()):
        """Compiles all modules; or those named, with `more` files each, and of those below them only the declarations."""
        wanted, needed = set(names), set(names)
        for module in reversed(self.modules):
            if module.name in needed:
                needed.update(name.replace("-", "_") for name in module.needs)
        for module in self.modules:
            if names and module.name not in needed:
                continue
            added = [(name, text) for of, name, text in more if of == module.name]
            if module.is_c:
                yield from self.check_c(module, added)
                continue
            skipped = ["-experimental-skip-all-function-bodies"] if names and module.name not in wanted else []
            yield from self.compile(module.name, module.copy(self.sources, added), [*module.options, *skipped])

    def compile(self, name, files, options):
        """Compiles a module; it is made in spite of errors, so that what needs it is checked too."""
        folders = ("c", "made", "dependencies", "resources/shims")
        search = [option for folder in folders for option in ("-I", self.folder / folder)]
        yield from self.run(name, [
            self.tools / "swift-frontend", "-frontend", "-emit-module", "-swift-version", "6",
            *([] if any(file.name == "main.swift" for file in files) else ["-parse-as-library"]),
            "-target", self.target, "-disable-target-os-checking", "-disable-objc-interop", "-suppress-warnings",
            "-experimental-allow-module-with-compiler-errors", "-resource-dir", self.folder / "resources", "-sdk", self.sdk,
            "-module-cache-path", SCRATCH / "cache", "-plugin-path", self.library / "host/plugins",
            "-Xcc", THESE_SYSTEMS, "-Xcc", "-isystem", "-Xcc", HEADERS, *search,
            "-DDEBUG", "-DSWIFT_PACKAGE", "-DNetwork", "-DPlayground", "-DObservability", "-DHummingbird", *options, "-module-name", name, "-o", self.made / f"{name}.swiftmodule", *files])

    def check_c(self, module, more):
        files = [*sorted((ROOT / module.folder).glob("*.c")),
                 *(write(self.sources / module.folder / name, text) for name, text in more)]
        yield from self.run(module.name, [
            self.tools / "clang", "-target", self.target, "-fsyntax-only", THESE_SYSTEMS, "-nostdinc", "-isystem",
            self.library / "clang/include", "-isystem", HEADERS, "-isystem", APPLE / "Darwin",
            "-I", ROOT / module.folder / "include", *files])

    def run(self, name, command):
        ended = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        said = ended.stdout + ended.stderr
        found = dict.fromkeys(self.finding(name, *match) for match in ERROR.findall(said))
        yield from found
        if ended.returncode != 0 and not found:
            last = said.strip().split("\n")[0] if said.strip() else "and said nothing"
            yield f"{name}: {self.system.name}: the compiler ended with {ended.returncode}: {last}"

    def finding(self, name, place, line, words):
        for folder in (self.sources, ROOT):
            if pathlib.Path(place).is_relative_to(folder):
                return f"{pathlib.Path(place).relative_to(folder)}:{line}: {self.system.name}: {words}"
        return f"{name}: {self.system.name}: {words} ({place}:{line})"


def features_of_stand_ins():
    return [option for name in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
            for option in ("-enable-upcoming-feature", name)]


def compiler(system, package, build):
    """The compiler for a system, with Apple's own modules."""
    made = Compiler(system, package, build)
    if found := list(made.make_libraries()):
        raise Missing("the stand-ins do not compile:\n" + "\n".join(found))
    return made
