"""A server of one git repository that demands a token: git_server.py FOLDER CHECK [USER].

It makes the repository in FOLDER. A request must carry, by Basic authentication, a token that the URL CHECK accepts: as
a bearer token, or in the place of {token}. It stands next to the user name USER where one is given. The file FOLDER/refused has tokens that it does not take. It
prints its address when it is open, and then "accepted" or "refused" for each request with a token.

git's own CGI program, `git http-backend`, answers.
"""

import base64
import http.server
import os
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request

FOLDER, CHECK = pathlib.Path(sys.argv[1]), sys.argv[2]
USER = sys.argv[3] if len(sys.argv) > 3 else None
SETTINGS = {"GIT_CONFIG_NOSYSTEM": "1", "HOME": str(FOLDER), "PATH": os.environ["PATH"]}


def git(*words, folder=FOLDER):
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *identity, *words], cwd=folder, env=SETTINGS, check=True, stdout=subprocess.DEVNULL)


def make_repository():
    work = FOLDER / "work"
    work.mkdir(parents=True)
    git("init", "--quiet", ".", folder=work)
    (work / "README").write_text("A gate.\n")
    git("add", "README", folder=work)
    git("commit", "--quiet", "-m", "The first gate", folder=work)
    git("clone", "--quiet", "--bare", "work", "served/gate.git")
    git("config", "http.receivepack", "true", folder=FOLDER / "served/gate.git")


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def is_accepted(self):
        scheme, _, value = self.headers.get("Authorization", "").partition(" ")
        if scheme != "Basic":
            return None
        user, _, token = base64.b64decode(value).decode().partition(":")
        refused = FOLDER / "refused"
        if USER not in (None, user) or refused.exists() and token in refused.read_text().split():
            return False
        question = urllib.request.Request(CHECK.replace("{token}", token), headers={"Authorization": f"Bearer {token}", "User-Agent": "git"})
        try:
            return urllib.request.urlopen(question).status == 200
        except urllib.error.HTTPError:
            return False

    def serve(self):
        accepted = self.is_accepted()
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if accepted is not None:
            print("accepted" if accepted else "refused", flush=True)
        if not accepted:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="gate"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path, _, query = self.path.partition("?")
        variables = SETTINGS | {
            "GIT_PROJECT_ROOT": str(FOLDER / "served"), "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path,
            "QUERY_STRING": query, "REQUEST_METHOD": self.command, "REMOTE_USER": "ada", "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""), "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
        }
        answer = subprocess.run(["git", "http-backend"], input=body, env=variables, capture_output=True).stdout
        head, _, content = answer.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        self.send_response(int(fields.pop("Status", "200 OK").split()[0]))
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = serve


make_repository()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
