# Everything that is done with this repository, by one word each. `make` alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

# The checks are Python programs; they leave no compiled files among the sources.
export PYTHONDONTWRITEBYTECODE := 1

SOURCES := Sources Tests Samples Package.swift
RELEASE := .build-static
COVERAGE := .build-coverage
DIST := .build-dist
PROGRAM := $(RELEASE)/wayleave

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
	swift build --product wayleave
	@"$$(swift build --show-bin-path)/wayleave" demo $(DEMO)

.PHONY: test
test: prepare-test lint check build-tests ## Installs what is missing, lints, checks, builds and runs every test
	Scripts/check-resolved
	# One after the other: many of them run programs, and wait for what those do in time.
	swift test --skip-build --disable-xctest --no-parallel $(TEST) 2>&1 | Scripts/show-tests

.PHONY: build
build: ## Builds everything for debugging
	@Scripts/prepare.sh build
	swift build

.PHONY: lint
lint: prepare-check ## Sees that the sources are formatted and keep the style
	swift format lint --strict --recursive $(SOURCES)
	Scripts/check-style

.PHONY: check
check: prepare-check ## Checks the floors, the folders and the lists of attacks and requirements, and that each check can fail
	Scripts/check-floors
	Scripts/check-floors --self-test
	Scripts/check-knots
	Scripts/check-knots --self-test
	Scripts/check-style --self-test
	Scripts/check-lists
	Scripts/check-lists --self-test
	Scripts/check-architecture
	Scripts/check-architecture --self-test
	Scripts/check-resolved --self-test
	Scripts/check-sbom --self-test
	Scripts/check-packaging
	Scripts/check-packaging --self-test
	Scripts/make-pictures --self-test

.PHONY: format
format: ## Formats the sources in place
	@Scripts/prepare.sh build
	swift format --in-place --recursive $(SOURCES)

.PHONY: coverage
coverage: prepare-test ## Runs every test and prints the line coverage of each library
	swift test --disable-xctest --no-parallel --enable-code-coverage --scratch-path $(COVERAGE)
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
release: export WAYLEAVE_COMMIT ?= $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
release: export WAYLEAVE_COMMIT_DATE ?= $(shell git log -1 --format=%cs 2>/dev/null)
release: ## Builds wayleave as one stripped file that needs no Swift to run
	@Scripts/prepare.sh build
	swift build --configuration release --static-swift-stdlib --product wayleave --scratch-path $(RELEASE) $(SWIFTFLAGS)
	strip -o $(RELEASE)/wayleave "$$(swift build --configuration release --scratch-path $(RELEASE) $(SWIFTFLAGS) --show-bin-path)/wayleave"
	@ls -l $(RELEASE)/wayleave

MAN ?= .build/man

.PHONY: man
man: ## Writes the manual pages into MAN=.build/man
	@Scripts/prepare.sh build
	swift build --product wayleave
	Scripts/make-man $(MAN)
	@echo "Read one: man $(MAN)/wayleave.1"

.PHONY: gate
gate: ## Sees that no operation takes more instructions than it may (needs valgrind)
	@Scripts/prepare.sh build
	Scripts/check-instructions --self-test
	Scripts/check-instructions

PEERS ?= ../shared/bench

.PHONY: bench
bench: ## Builds the benchmarks and measures them next to other libraries: PEERS=folder of their programs
	@Scripts/prepare.sh build
	Scripts/bench $(PEERS) $(BENCH)

.PHONY: load
load: ## Loads a playground with 100,000 sign-ins: how many per second, and in what memory
	@Scripts/prepare.sh build
	Scripts/load $(LOAD)

.PHONY: pictures
pictures: prepare-test ## Makes the pictures of the README from the real program
	swift build --product wayleave
	.build/peers/bin/python3 Scripts/make-pictures "$$(swift build --show-bin-path)/wayleave"

.PHONY: fuzz
fuzz: ## Fuzzes each parser for SECONDS=30
	@Scripts/prepare.sh build
	Scripts/fuzz $(or $(SECONDS),30)

.PHONY: clean
clean: ## Removes everything that was built or installed here
	rm -rf .build .build-* Package.resolved

.PHONY: prepare-check
prepare-check:
	@Scripts/prepare.sh check

.PHONY: prepare-test
prepare-test:
	@Scripts/prepare.sh test

.PHONY: build-tests
build-tests:
	swift build --build-tests
