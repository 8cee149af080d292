"""git gets a password from git-credential-oauth, which signs in at the git hosts that the playground plays.

Usage: git_credential.py BASE_URL

Only its client, scopes and URLs are set, by the keys that it has for hosts that it does not know.
"""

import os
import pathlib
import shlex
import socket
import subprocess
import sys
import tempfile
import urllib.parse
from dataclasses import dataclass

import requests

from playground import ENTRY_CLIENT_ID, ENTRY_CLIENT_SECRET, HANDLE, PASSWORD, PERSON_ID, Checks

BROWSER = pathlib.Path(__file__).parents[2] / "EndToEnd" / "Scene" / "plain_browser.py"


@dataclass
class Row:
    entry: str
    authorize: str
    token: str
    user: str
    member: str
    scopes: str
    # What is said of a wrong secret. Older versions of golang.org/x/oauth2 do not read an error that comes with 200.
    refusals: tuple = ("invalid_client",)


ROWS = [
    Row("github", "github.com/login/oauth/authorize", "github.com/login/oauth/access_token", "api.github.com/user",
        "id", "repo gist workflow", refusals=("incorrect_client_credentials", "server response missing access_token")),
    Row("gitlab", "gitlab.com/oauth/authorize", "gitlab.com/oauth/token", "gitlab.com/api/v4/user", "id",
        "read_repository write_repository"),
    Row("gitea", "gitea.com/login/oauth/authorize", "gitea.com/login/oauth/access_token", "gitea.com/api/v1/user",
        "id", ""),
    Row("codeberg", "codeberg.org/login/oauth/authorize", "codeberg.org/login/oauth/access_token",
        "codeberg.org/api/v1/user", "id", ""),
    Row("bitbucket", "bitbucket.org/site/oauth2/authorize", "bitbucket.org/site/oauth2/access_token",
        "api.bitbucket.org/2.0/user", "uuid", "repository repository:write"),
]


def free_callback():
    """A callback on a port that nothing uses."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"http://127.0.0.1:{server.getsockname()[1]}/callback"


class Machine:
    """A folder with a browser that allows, and git's settings."""

    def __init__(self, folder, base):
        self.folder = pathlib.Path(folder)
        self.base = base
        words = ["python3", str(BROWSER), "--fill", f"username={HANDLE}", "--fill", f"password={PASSWORD}",
                 "--press", "allow", "--press", "sign-in"]
        # git-credential-oauth takes no callback until its browser has ended.
        script = f'#!/bin/sh\n{shlex.join(words)} "$1" >"$0".log 2>&1 &\n'
        for name in ("open", "xdg-open"):
            program = self.folder / name
            program.write_text(script)
            program.chmod(0o755)

    def fill(self, row, secret):
        """What `git credential fill` answers, and what it says on the way."""
        here = f"/entries/{row.entry}/"
        settings = {
            "oauthClientId": ENTRY_CLIENT_ID, "oauthClientSecret": secret, "oauthScopes": row.scopes,
            "oauthAuthURL": here + row.authorize, "oauthTokenURL": here + row.token, "oauthRedirectURL": free_callback(),
        }
        lines = [f'[credential "{self.base}"]'] + [f"  {name} = {value}" for name, value in settings.items() if value]
        config = self.folder / "gitconfig"
        config.write_text("[credential]\n  helper = oauth\n" + "\n".join(lines) + "\n")
        environment = {
            "PATH": f"{self.folder}:{os.environ['PATH']}", "HOME": str(self.folder), "GIT_CONFIG_GLOBAL": str(config),
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
        }
        asked = f"protocol=http\nhost={urllib.parse.urlsplit(self.base).netloc}\n\n"
        ended = subprocess.run(
            ["git", "credential", "fill"], input=asked, env=environment, capture_output=True, text=True, timeout=30)
        return dict(line.split("=", 1) for line in ended.stdout.splitlines()), ended.stderr


def sign_in(checks, row, machine):
    filled, said = machine.fill(row, ENTRY_CLIENT_SECRET)
    checks.that(f"{row.entry}: git gets a password", filled.get("password"), said)
    answer = requests.get(
        f"{machine.base}/entries/{row.entry}/{row.user}", timeout=10,
        headers={"Authorization": f"Bearer {filled.get('password')}"})
    checks.equal(f"{row.entry}: it is the user's", str(answer.json().get(row.member)), PERSON_ID)
    filled, said = machine.fill(row, "wrong")
    checks.that(f"{row.entry}: a wrong secret brings none", "password" not in filled, filled)
    checks.that(f"{row.entry}: and git says why", any(each in said for each in row.refusals), said)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(folder, sys.argv[1].rstrip("/"))
        for row in ROWS:
            checks.run(sign_in, row, machine)
    checks.end()


main()
