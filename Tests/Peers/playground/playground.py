"""What these scripts share: the playground's clients, a browser without scripts, and a count of checks."""

import html.parser
import socket
import sys
import urllib.parse

import requests

CLIENT_ID = "wayleave-demo"
CLIENT_SECRET = "playground-secret-not-real"
CONSUMER_KEY = "wayleave-demo-consumer"
CONSUMER_SECRET = "playground-consumer-secret-not-real"
# The client that is registered at every entry of the catalogue.
ENTRY_CLIENT_ID = "playground-client"
ENTRY_CLIENT_SECRET = "playground-secret-that-is-not-real-at-all"
CALLBACK = "http://127.0.0.1:45990/callback"
HANDLE = "zoe_lukasik"
PASSWORD = "stone-stile"
PERSON_ID = "73003"


class Checks:
    """Counts what held and what did not; one line each, and the sum at the end."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def that(self, sentence, held, seen=""):
        if held:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {sentence} {seen!r}")

    def equal(self, sentence, seen, expected):
        self.that(sentence, seen == expected, seen)

    def run(self, scenario, *arguments):
        """An exception is a failed check, not the end of the others."""
        try:
            scenario(self, *arguments)
        except Exception as error:  # noqa: BLE001
            self.that(f"{scenario.__name__} ends without an exception", False, f"{type(error).__name__}: {error}")

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(0 if self.failed == 0 and self.passed > 0 else 1)


def heads(checks, base, *paths):
    """RFC 9110 §9.3.2: no body follows the head of an answer to a HEAD, where the next answer is read."""
    place = urllib.parse.urlsplit(base)
    asked = [f"HEAD {path} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n" for path in paths]
    last = f"GET {paths[0]} HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n\r\n"
    with socket.create_connection((place.hostname, place.port), timeout=10) as connection:
        connection.sendall("".join([*asked, last]).encode())
        told = b"".join(iter(lambda: connection.recv(65536), b"")).split(b"\r\n\r\n", len(paths) + 1)
    for path, head in zip([*paths, "GET"], told):
        checks.that(f"after {path} no body is in the way", head.startswith(b"HTTP/1.1 "), head[:60])
    checks.that("the last answer is whole", len(told) == len(paths) + 2 and told[-1], told[-1][:60])


class FormReader(html.parser.HTMLParser):
    """The one form of a page, its hidden fields, its buttons, and the text in elements with an id."""

    def __init__(self, text):
        super().__init__()
        self.action = None
        self.fields = {}
        self.visible = {}
        self.decisions = []
        self.labelled = set()
        self.texts = {}
        self._identifier = None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            assert self.action is None, "two forms"
            assert attributes["method"] == "post"
            self.action = attributes["action"]
        elif tag == "input" and attributes.get("type") == "hidden":
            self.fields[attributes["name"]] = attributes["value"]
        elif tag == "input":
            self.visible[attributes["id"]] = attributes.get("value", "")
        elif tag == "button":
            self.decisions.append(attributes["value"])
        elif tag == "label":
            self.labelled.add(attributes["for"])
        self._identifier = attributes.get("id", self._identifier if tag == "code" else None)

    def handle_data(self, data):
        if self._identifier:
            self.texts[self._identifier] = self.texts.get(self._identifier, "") + data

    def handle_endtag(self, tag):
        self._identifier = None


class Browser:
    """Follows redirects within the playground and stops at the first that leads elsewhere."""

    def __init__(self, base):
        self.base = base
        self.session = requests.Session()

    def get(self, url):
        return self._follow(self.session.get(url, allow_redirects=False, timeout=10))

    def submit(self, page, **fields):
        form = FormReader(page.text)
        assert form.action is not None, page.text
        assert set(form.visible) <= form.labelled, "a field without a label"
        answer = self.session.post(
            self.base + form.action,
            data={**form.fields, **fields},
            headers={"Origin": self.base},
            allow_redirects=False,
            timeout=10,
        )
        return self._follow(answer)

    def sign_in(self, page, handle=HANDLE, password=PASSWORD):
        return self.submit(page, username=handle, password=password, decision="sign-in")

    def _follow(self, answer):
        while answer.status_code in (302, 303) and answer.headers["Location"].startswith(self.base + "/"):
            assert answer.status_code == 303, "a redirect that is not 303"
            answer = self.session.get(answer.headers["Location"], allow_redirects=False, timeout=10)
        return answer


def callback(answer):
    """The parameters of the callback that an answer leads to."""
    assert answer.status_code == 303, (answer.status_code, answer.text[:300])
    location = answer.headers["Location"]
    assert location.startswith(CALLBACK + "?"), location
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query, strict_parsing=True)), location
