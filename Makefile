# Everything that is done with this repository, by one word each. `make` alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

# The checks are Python programs; they leave no compiled files among the sources.
export PYTHONDONTWRITEBYTECODE := 1

SOURCES := Sources Tests Samples AppleOnLinux Package.swift
RELEASE := .build-static
COVERAGE := .build-coverage
DIST := .build-dist
PROGRAM := $(RELEASE)/wayleave
# The program, which answers a few things itself; what it becomes for all others; and the one that plays the providers.
PRODUCTS := wayleave wayleave-full wayleave-playground

# On Linux another linker makes a smaller program that starts sooner: it exports no names, and the libraries of C++ and
# zlib are inside, where they can be. Half of the start was to find their names. Packed relocations would save 2 MB more,
# but an older C library would not know them and crash. Tables for C++ exceptions, which no one throws, are left out.
# The programs are linked for one place in memory: 98,000 addresses in them need no correction then, which is 1.1 ms of
# every start. What they allocate and the libraries of the system still stand at random places; PIE=1 lets the programs,
# too, for a distribution that demands it.
ifeq ($(shell uname),Linux)
LINKFLAGS := -Xswiftc -use-ld=lld $(addprefix -Xlinker ,--no-export-dynamic --icf=safe $(if $(PIE),,-no-pie) \
    --no-eh-frame-hdr $(abspath Packaging/no-unwind-tables.ld)) \
  -Xswiftc -L$(abspath $(RELEASE))/static-libraries -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
endif

# Small code: 3 MB less to install, and the start takes as many instructions.
SIZEFLAGS := -Xswiftc -Osize

# How everything that is released is built, and what is built with the same libraries. No library is looked for next to
# a program.
RELEASE_BUILD = SWIFT_DETERMINISTIC_HASHING=1 swift build --configuration release --static-swift-stdlib --scratch-path $(RELEASE) \
  --disable-local-rpath \
  $(SIZEFLAGS) $(LINKFLAGS) $(SWIFTFLAGS)

# How everything is built for debugging.
export SWIFTFLAGS
DEBUG_BUILD = Scripts/debug build

# Where `make install` puts the program; a packager sets DESTDIR, which goes in front.
PREFIX ?= /usr/local
DESTDIR ?=
export DESTDIR

.PHONY: help
help: ## Lists what can be made
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|' 2>/dev/null \
	  || sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1: \2/p' $(MAKEFILE_LIST)

.PHONY: demo
demo: ## Builds wayleave and shows it at work: sign-ins at emulated providers, no account anywhere
	@Scripts/prepare.sh build
	for product in $(PRODUCTS); do $(DEBUG_BUILD) --product $$product; done
	@"$$(swift build --show-bin-path)/wayleave" demo $(DEMO)

.PHONY: test
test: prepare-test ## Installs what is missing, lints, checks, builds and runs every test
	Scripts/side-by-side '$(MAKE) lint check' '$(MAKE) build-tests'
	Scripts/check-resolved
	Scripts/side-by-side Scripts/test-apple 'Scripts/run-tests $(TEST)'

.PHONY: nightly
nightly: prepare-test ## Runs what is slow and rarely breaks, and prints a table of it: PARTS=all of Scripts/nightly --list
	@Scripts/prepare.sh night
	Scripts/nightly $(PARTS)

.PHONY: test-apple
test-apple: build-tests ## Compiles and tests on Linux what is for Apple's systems, against stand-ins for their frameworks
	@Scripts/prepare.sh build
	Scripts/test-apple $(APPLE)

.PHONY: check-apple
check-apple: build-tests ## Type-checks all for macOS, iOS, tvOS, watchOS and visionOS, with the compiler of Linux
	@Scripts/prepare.sh apple
	Scripts/check-apple --self-test
	Scripts/check-apple

.PHONY: build
build: ## Builds everything for debugging
	@Scripts/prepare.sh build
	$(DEBUG_BUILD)

.PHONY: lint
lint: prepare-check ## Sees that the sources are formatted and keep the style
	swift format lint --strict --recursive $(SOURCES)
	Scripts/check-style

.PHONY: check
check: prepare-check ## Checks the floors, the folders and the lists of attacks and requirements, and that each check can fail
	Scripts/check-floors
	Scripts/check-floors --self-test
	Scripts/check-imports
	Scripts/check-imports --self-test
	Scripts/check-privacy
	Scripts/check-privacy --self-test
	Scripts/check-knots
	Scripts/check-knots --self-test
	Scripts/check-style --self-test
	Scripts/check-lists
	Scripts/check-lists --self-test
	Scripts/check-architecture
	Scripts/check-architecture --self-test
	if python3 -c 'import yaml' 2>/dev/null || [ "$${WAYLEAVE_REQUIRE_TOOLS-}" = 1 ]; then $(MAKE) check-catalogue; \
	  else echo "check: the catalogue is left out, for want of PyYAML"; fi
	Scripts/check-model
	Scripts/check-model --self-test
	Scripts/check-resolved --self-test
	Scripts/show-tests --self-test
	Scripts/check-sbom --self-test
	Scripts/check-size --self-test
	Scripts/check-packaging
	Scripts/check-packaging --self-test
	Scripts/make-pictures --self-test
	Scripts/side-by-side --self-test
	Scripts/nightly --self-test
	Scripts/public-names --self-test

.PHONY: check-catalogue
check-catalogue:
	Scripts/provider-rules --check
	Scripts/make-catalogue --check
	Scripts/make-catalogue --self-test
	Scripts/make-catalogue-update --self-test

.PHONY: catalogue
catalogue: prepare-check ## Writes the Swift of the catalogue again, from Catalogue/*.yaml and ProviderRules/*.yaml
	Scripts/make-catalogue
	Scripts/provider-rules

.PHONY: catalogue-update
catalogue-update: prepare-check ## Makes a signed update of the catalogue: VERSION=3 SINCE=TAG KEY=FILE, into UPDATE=catalogue-update.json
	@test -n "$(VERSION)" -a -n "$(SINCE)" -a -n "$(KEY)" || { echo "Name all three: make catalogue-update VERSION=3 SINCE=v1.0 KEY=~/.ssh/key" >&2; exit 64; }
	Scripts/make-catalogue-update --version "$(VERSION)" --since "$(SINCE)" --key "$(KEY)" "$(or $(UPDATE),catalogue-update.json)"

.PHONY: check-provider
check-provider: catalogue ## Checks one entry of the catalogue: NAME=github is Catalogue/github.yaml
	@test -f "Catalogue/$(NAME).yaml" || { echo "NAME is that of a file in Catalogue/: make check-provider NAME=github" >&2; exit 64; }
	$(MAKE) build-tests
	TESTED_ENTRY="$(NAME)" Scripts/run-tests --filter 'Catalogue(Data|Entry|Refusal|Message)Tests|Entry(Replay|Disagreement)Tests|DocumentedRuleTableTests|RegistrationStepsTests'

.PHONY: format
format: ## Formats the sources in place
	@Scripts/prepare.sh build
	swift format --in-place --recursive $(SOURCES)

.PHONY: coverage
coverage: prepare-test ## Runs every test and prints the line coverage of each library
	Scripts/debug test --disable-xctest --no-parallel --enable-code-coverage --scratch-path $(COVERAGE)
	Scripts/coverage $(COVERAGE)

# Built when a source is newer. So `make release` and then `sudo make install` builds nothing as root.
$(PROGRAM): Package.swift $(shell find Sources -type f -not -name '*.md')
	$(MAKE) release

.PHONY: install
install: $(PROGRAM) ## Installs the release program, its manual and completions: PREFIX=/usr/local
	Scripts/install install $(PROGRAM) "$(PREFIX)"

.PHONY: uninstall
uninstall: ## Removes what `make install` installed: PREFIX=/usr/local
	Scripts/install uninstall "$(PREFIX)"

.PHONY: deb
deb: $(PROGRAM) ## Makes a Debian package of the release program
	Scripts/make-deb $(PROGRAM) $(DIST)

.PHONY: try-deb
try-deb: deb ## Installs that package in a new Debian in a folder, and runs it (needs root and debootstrap)
	Scripts/try-deb "$$(ls -t $(DIST)/wayleave_*.deb | head -n 1)"

.PHONY: dist
dist: $(PROGRAM) ## Makes what a release offers: archive, Debian package, bill of materials, SHA256SUMS
	Scripts/make-dist $(PROGRAM) $(DIST)

.PHONY: checksums
checksums: ## Writes SHA256SUMS again, of what `make dist` made
	Scripts/make-dist checksums $(DIST)

.PHONY: release
# What `wayleave version` says of a build; the caller's own count first, for a build without git.
release simulate: export WAYLEAVE_COMMIT ?= $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
release simulate: export WAYLEAVE_COMMIT_DATE ?= $(shell git log -1 --format=%cs 2>/dev/null)
# The front program needs no shared library: see Package.swift.
release simulate: export WAYLEAVE_STATIC := 1
release: prepare-release ## Builds the programs as stripped files that need no Swift to run
	for product in $(PRODUCTS); do \
	  $(RELEASE_BUILD) --product $$product; \
	  strip -o $(RELEASE)/$$product "$$($(RELEASE_BUILD) --show-bin-path)/$$product"; \
	done
	@ls -l $(addprefix $(RELEASE)/,$(PRODUCTS))

MAN ?= .build/man

.PHONY: man
man: ## Writes the manual pages into MAN=.build/man
	@Scripts/prepare.sh build
	for product in wayleave wayleave-full; do $(DEBUG_BUILD) --product $$product; done
	Scripts/make-man $(MAN)
	@echo "Read one: man $(MAN)/wayleave.1"

.PHONY: gate
gate: ## Sees that no operation takes more instructions than it may (needs valgrind)
	@Scripts/prepare.sh build
	Scripts/check-instructions --self-test
	Scripts/check-instructions

.PHONY: start
start: $(PROGRAM) ## Sees that the release program is small, and starts in few instructions (needs valgrind)
	Scripts/check-size $(PROGRAM) $(PROGRAM)-full
	Scripts/check-start --self-test
	Scripts/check-start $(PROGRAM)

.PHONY: strays
strays: $(PROGRAM) ## Makes a sign-in of the release program while others connect to its listener, for 10 seconds
	Scripts/sign-in-times --strays $(PROGRAM)

.PHONY: latency
latency: $(PROGRAM) ## Times the release program from start to end, in turn with oidc-agent where that is installed
	Scripts/latency $(PROGRAM)
	Scripts/sign-in-times $(PROGRAM)
	Scripts/open-world-times $(PROGRAM)

PEERS ?= ../shared/bench

.PHONY: bench
bench: ## Builds the benchmarks and measures them next to other libraries: PEERS=folder of their programs
	@Scripts/prepare.sh build
	Scripts/bench $(PEERS) $(BENCH)

.PHONY: load
load: ## Loads a playground with 100,000 sign-ins: how many per second, and in what memory
	@Scripts/prepare.sh build
	Scripts/load $(LOAD)

.PHONY: website-times
website-times: prepare-release ## Measures a website's sessions, an API's guard and sign-ins, in turn with mod_auth_openidc where that is installed
	for product in wayleave-website wayleave-load; do \
	  Scripts/build-benchmarks .build-website $$product --static-swift-stdlib $(LINKFLAGS); \
	  strip -o .build-website/$$product .build-website/release/$$product; \
	done
	Scripts/website-times .build-website

.PHONY: pictures
pictures: prepare-test ## Makes the pictures of the README from the real program
	for product in $(PRODUCTS); do $(DEBUG_BUILD) --product $$product; done
	.build/peers/bin/python3 Scripts/make-pictures "$$(swift build --show-bin-path)/wayleave"

.PHONY: fuzz
fuzz: ## Fuzzes each parser for SECONDS=30
	@Scripts/prepare.sh build
	Scripts/fuzz $(or $(SECONDS),30)

RUNS ?= 150000
DIFFERENT ?= 100000

.PHONY: simulate
simulate: prepare-release ## Runs RUNS=150000 refreshes of several processes with crashes and faults, at least DIFFERENT=100000 of them in another order
	$(RELEASE_BUILD) --product simulate-refresh
	"$$($(RELEASE_BUILD) --show-bin-path)/simulate-refresh" $(RUNS) $(DIFFERENT)

.PHONY: stress
stress: stress-tests ## Runs the long forms of what verifies a refresh: a million orders, the larger model, 500 kills, 100,000 strays
	$(MAKE) simulate RUNS=1000000
	Scripts/check-model --long

.PHONY: stress-tests
stress-tests: prepare-test build-tests ## Runs the long forms of two suites: 500 kills, 100,000 strays
	WAYLEAVE_STRESS=1 Scripts/run-tests --filter 'RefreshProcessTests|LoopbackSessionTests'

.PHONY: clean
clean: ## Removes everything that was built or installed here, and the stored C of the libraries
	rm -rf .build .build-* Package.resolved "$${XDG_CACHE_HOME:-$$HOME/.cache}/wayleave-clang"

.PHONY: prepare-release
prepare-release:
	@Scripts/prepare.sh build
	@mkdir -p $(RELEASE)/static-libraries
	@for library in libstdc++.a libz.a; do \
	  file=$$(clang -print-file-name=$$library 2>/dev/null || true); \
	  if [ -f "$$file" ]; then ln -sf "$$file" $(RELEASE)/static-libraries/; fi; \
	done

.PHONY: prepare-check
prepare-check:
	@Scripts/prepare.sh check

.PHONY: prepare-test
prepare-test:
	@Scripts/prepare.sh test

.PHONY: names
names: build-tests ## Sees that the public names of the promised products are those of Documentation/names
	Scripts/public-names

.PHONY: build-tests
build-tests: ## Builds everything for debugging, tests included
	$(DEBUG_BUILD) --build-tests
