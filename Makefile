# Everything that is done with this repository, by one word each. `make` alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

# The checks are Python programs; they leave no compiled files among the sources.
export PYTHONDONTWRITEBYTECODE := 1

SOURCES := Sources Tests Package.swift
RELEASE := .build-static
COVERAGE := .build-coverage

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
	swift test --skip-build --disable-xctest --no-parallel $(TEST)

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

.PHONY: format
format: ## Formats the sources in place
	@Scripts/prepare.sh build
	swift format --in-place --recursive $(SOURCES)

.PHONY: coverage
coverage: prepare-test ## Runs every test and prints the line coverage of each library
	swift test --disable-xctest --no-parallel --enable-code-coverage --scratch-path $(COVERAGE)
	Scripts/coverage $(COVERAGE)

.PHONY: release
# What `wayleave version` says of a build; the caller's own count first, for a build without git.
release: export WAYLEAVE_COMMIT ?= $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
release: export WAYLEAVE_COMMIT_DATE ?= $(shell git log -1 --format=%cs 2>/dev/null)
release: ## Builds wayleave as one stripped file that needs no Swift to run
	@Scripts/prepare.sh build
	swift build --configuration release --static-swift-stdlib --product wayleave --scratch-path $(RELEASE)
	strip -o $(RELEASE)/wayleave "$$(swift build --configuration release --scratch-path $(RELEASE) --show-bin-path)/wayleave"
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
bench: ## Builds the benchmarks and measures them beside other libraries: PEERS=folder of their programs
	@Scripts/prepare.sh build
	Scripts/bench $(PEERS) $(BENCH)

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
