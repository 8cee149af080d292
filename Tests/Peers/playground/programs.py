"""rclone and gh sign in at the playground, with the URLs that they have for the real providers.

Usage: programs.py BASE_URL rclone|gh

They are not changed: a proxy on this machine sends their https to the playground, and a certificate that is made for
this run opens it. rclone's client is one that is registered here; gh has one of its own, and no setting for another.
"""

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field

import requests

from moved import Moved, reason_on
from playground import ENTRY_CLIENT_ID, ENTRY_CLIENT_SECRET, PERSON_ID, Browser, Checks
from proxy import Proxy

# Longer than any of them takes.
MOST_SECONDS = 25
RCLONE_PORT = 53682
# The client id in gh's source. A device shows no secret.
GH_CLIENT = "178c6fc778ccc68e1d6a"
HOSTS = (
    "github.com", "api.github.com", "accounts.google.com", "*.googleapis.com", "app.box.com", "api.box.com",
    "www.dropbox.com", "api.dropboxapi.com", "oauth.yandex.com", "oauth.yandex.ru", "login.yandex.ru",
    "login.microsoftonline.com", "graph.microsoft.com")


@dataclass
class Row:
    """A backend of rclone. `who`: where the token names the user. `userinfo`: what rclone says that it names."""

    entry: str
    backend: str
    who: str
    member: str = "id"
    method: str = "GET"
    # The redirect URI is rclone's own; for providers that take no 127.0.0.1 it says localhost.
    host: str = "127.0.0.1"
    moved: dict = field(default_factory=dict)
    scheme: str = "Bearer"
    userinfo: str = ""
    # Whether all is played that rclone asks for with the token, before it ends.
    ends_well: bool = True
    wrong_secret: str = "invalid_client"
    why: str = ""


GOOGLE = {"https://accounts.google.com/o/oauth2/auth": "https://accounts.google.com/o/oauth2/v2/auth"}

ROWS = [
    Row("box", "box", "api.box.com/2.0/users/me", moved={
        "https://app.box.com/api/oauth2/authorize": "https://account.box.com/api/oauth2/authorize",
        "https://app.box.com/api/oauth2/token": "https://api.box.com/oauth2/token"}),
    Row("dropbox", "dropbox", "api.dropboxapi.com/2/users/get_current_account", "account_id", "POST", "localhost",
        moved={
            "https://www.dropbox.com/1/": "https://www.dropbox.com/",
            "https://api.dropboxapi.com/1/": "https://api.dropboxapi.com/"}),
    Row("google", "drive", "www.googleapis.com/oauth2/v3/userinfo", "sub", moved=GOOGLE),
    Row("google", "google photos", "www.googleapis.com/oauth2/v3/userinfo", "sub", moved=GOOGLE,
        userinfo="Zoë Łukasik", why="The playground was wrong: its UserInfo had email_verified without the scope email "
        "(OpenID Connect Core §5.4), and rclone takes texts alone."),
    Row("microsoft", "onedrive", "graph.microsoft.com/v1.0/me", host="localhost", ends_well=False,
        why="Both: of Graph, only the user is played, and any other path says whose token came; rclone, which looks for "
        "drives there, crashes."),
    Row("yandex", "yandex", "login.yandex.ru/info?format=json", scheme="OAuth", moved={
        "https://oauth.yandex.com/": "https://oauth.yandex.ru/"}),
]


@dataclass
class GitHubRow:
    entry: str = "github"
    moved: dict = field(default_factory=dict)


class Running:
    """A program in a home of its own; it ends within the time whatever it waits for."""

    def __init__(self, proxy, home, *words):
        self.said = ""
        self.environment = {
            **proxy.environment, "PATH": f"{home}:{os.environ['PATH']}", "HOME": str(home), "NO_COLOR": "1"}
        # The person follows the link by herself.
        for name in ("open", "xdg-open", "x-www-browser", "www-browser"):
            (home / name).write_text("#!/bin/sh\n")
            (home / name).chmod(0o755)
        self.process = subprocess.Popen(
            words, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True)
        self.timer = threading.Timer(MOST_SECONDS, self.process.kill)
        self.timer.start()

    def said_of(self, pattern):
        """What a line says."""
        for line in self.process.stdout:
            self.said += line
            if found := re.search(pattern, line):
                return found[1]
        raise AssertionError(f"it ended and said: {self.said}")

    def end(self):
        """The exit status."""
        self.said += self.process.stdout.read()
        status = self.process.wait()
        self.timer.cancel()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.process.kill()
        self.end()

    def another(self, *words):
        """What another run of it in the same home prints."""
        ended = subprocess.run(
            words, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=MOST_SECONDS)
        return ended.stdout + ended.stderr


def register(base, entry, client, secret, callback):
    described = {"client_id": client, "client_secret": secret, "provider": entry, "redirect_uris": [callback]}
    answer = requests.put(f"{base}/playground/clients", json=described, timeout=10)
    assert answer.status_code == 200, answer.text


# rclone


def wait_for_port():
    """rclone listens at this port alone. A test of another checkout can have it, and any connection can have begun from
    it: that keeps the port for a minute after its end (RFC 9293 §3.3.2: TIME-WAIT)."""
    deadline = time.monotonic() + 3 * MOST_SECONDS
    while True:
        try:
            socket.create_server(("127.0.0.1", RCLONE_PORT)).close()
            return
        except OSError:
            assert time.monotonic() < deadline, f"rclone can use no port but {RCLONE_PORT}, and that stays in use"
            time.sleep(0.1)


def set_up(row, moved, proxy, home, secret):
    """The remote `mine`, as far as rclone comes with it."""
    wait_for_port()
    words = ["config", "create", "mine", row.backend, "client_id", f"{ENTRY_CLIENT_ID}-rclone", "client_secret", secret]
    with Running(proxy, home, "rclone", *words, "--low-level-retries", "1") as program:
        link = program.said_of(r"go to the following link: (\S+)")
        browser = Browser(moved.base)
        # The link leads to the provider.
        url = moved.url(requests.get(link, allow_redirects=False, timeout=10).headers["Location"])
        page = browser.get(url)
        assert page.status_code == 200, f"{reason_on(page.text)} at {url}"
        arrived = browser.submit(browser.sign_in(page), decision="allow").headers["Location"]
        try:
            requests.get(arrived, timeout=10)
        except requests.ConnectionError:
            # It takes the code, and can be gone before it answered.
            pass
        return program, program.end()


def rclone(checks, row, moved, proxy, folder):
    moved.row = row
    place = f"rclone at {row.entry} ({row.backend})"
    register(
        moved.base, row.entry, f"{ENTRY_CLIENT_ID}-rclone", ENTRY_CLIENT_SECRET, f"http://{row.host}:{RCLONE_PORT}/")
    right, wrong = folder / f"{row.backend} right", folder / f"{row.backend} wrong"
    right.mkdir()
    wrong.mkdir()
    program, status = set_up(row, moved, proxy, right, ENTRY_CLIENT_SECRET)
    checks.equal(f"{place}: ends well", (status == 0) or program.said, True if row.ends_well else program.said)
    settings = json.loads(program.another("rclone", "config", "dump"))
    token = json.loads(settings["mine"].get("token") or "{}").get("access_token")
    checks.that(f"{place}: has a token", token, program.said)
    answer = requests.request(
        row.method, moved.url(f"https://{row.who}"), headers={"Authorization": f"{row.scheme} {token}"}, timeout=10)
    checks.equal(f"{place}: it is the user's", str(answer.json().get(row.member)), PERSON_ID)
    if row.userinfo:
        said = program.another("rclone", "config", "userinfo", "mine:")
        checks.that(f"{place}: says who she is", row.userinfo in said, said)
    program, status = set_up(row, moved, proxy, wrong, "wrong")
    checks.that(f"{place}: a wrong secret", status != 0 and row.wrong_secret in program.said, (status, program.said))
    checks.that(f"{place}: brings no token", '"token"' not in program.another("rclone", "config", "dump"))


# gh


def answer_device(base, code, decision):
    """Types the code of a device, and says yes or no."""
    browser = Browser(base)
    page = browser.submit(browser.get(f"{base}/entries/github/github.com/login/device"), user_code=code)
    browser.submit(browser.sign_in(page), decision=decision)


def gh(checks, moved, proxy, folder):
    moved.row = GitHubRow()
    register(moved.base, "github", GH_CLIENT, "playground-secret-that-gh-does-not-show", "http://127.0.0.1/callback")
    homes = folder / "allowed", folder / "denied"
    for home in homes:
        home.mkdir()
    words = "gh", "auth", "login", "--hostname", "github.com", "--git-protocol", "https", "--web"
    # Both wait for five seconds before they ask.
    with Running(proxy, homes[0], *words) as allowed, Running(proxy, homes[1], *words) as denied:
        for program, decision in ((allowed, "allow"), (denied, "deny")):
            answer_device(moved.base, program.said_of(r"one-time code: (\S+)"), decision)
        checks.equal("gh: signs in", allowed.end(), 0)
        checks.that("gh: says that it did", "Logged in as zoe_lukasik" in allowed.said, allowed.said)
        told = allowed.another("gh", "api", "user", "--jq", ".id").strip()
        checks.equal("gh: its token is the user's", told, PERSON_ID)
        checks.that("gh: a person who says no", denied.end() != 0 and "access_denied" in denied.said, denied.said)
        said = denied.another("gh", "api", "user")
        checks.that("gh: brings no token", "gh auth login" in said, said)


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in ("rclone", "gh"):
        sys.exit(__doc__)
    checks, moved = Checks(), Moved(sys.argv[1].rstrip("/"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with Proxy(moved, folder, HOSTS) as proxy:
            if sys.argv[2] == "gh":
                checks.run(gh, moved, proxy, folder)
            for row in ROWS if sys.argv[2] == "rclone" else []:
                checks.run(rclone, row, moved, proxy, folder)
    checks.end()


main()
