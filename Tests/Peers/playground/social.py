"""social-core signs in at the entries that the playground plays: with its own classes, and only the base URLs changed.

Usage: social.py BASE_URL [ENTRY...]
"""

import importlib
import sys
import urllib.parse

import requests
from social_core.storage import AssociationMixin, BaseStorage, NonceMixin
from social_core.strategy import BaseStrategy

from moved import Moved, allowed
from playground import Browser, Checks
from playground import CALLBACK, ENTRY_CLIENT_ID as CLIENT_ID, ENTRY_CLIENT_SECRET as CLIENT_SECRET
from social_rows import ROWS

NAME = "Zoë Łukasik"
EMAIL = "zoe.lukasik@example.com"


class Nonces(NonceMixin):
    """The states that social-core drew and has not seen again."""

    drawn = set()

    @classmethod
    def use(cls, server_url, timestamp, salt):
        cls.drawn.add((server_url, salt))
        return True

    @classmethod
    def consume(cls, server_url, timestamp, salt):
        try:
            cls.drawn.remove((server_url, salt))
            return True
        except KeyError:
            return False


class Associations(AssociationMixin):
    """Where social-core stores the nonces of OpenID Connect."""

    stored = []

    @classmethod
    def store(cls, server_url, association):
        association.server_url = server_url
        association.id = association.handle
        association.is_expired = lambda: False
        cls.stored.append(association)

    @classmethod
    def get(cls, server_url=None, handle=None):
        return [each for each in cls.stored if (each.server_url, each.handle) == (server_url, handle)]

    @classmethod
    def remove(cls, ids_to_delete):
        cls.stored[:] = [each for each in cls.stored if each.id not in ids_to_delete]


class Storage(BaseStorage):
    nonce = Nonces
    association = Associations


class Application(BaseStrategy):
    """An application with one session; a sign-in ends with what social-core read of the user."""

    def __init__(self, settings):
        super().__init__(Storage)
        self.settings = settings
        self.session = {}
        self.callback = {}

    def get_setting(self, name):
        return self.settings[name]

    def setting(self, name, default=None, backend=None):
        return self.settings.get(name, default)

    def request_data(self, merge=True):
        return self.callback

    def session_get(self, name, default=None):
        return self.session.get(name, default)

    def session_set(self, name, value):
        self.session[name] = value

    def session_pop(self, name):
        return self.session.pop(name, None)

    def build_absolute_uri(self, path=None):
        return path

    def authenticate(self, backend, *arguments, response=None, **named):
        return response


def described(error):
    """An exception, with the answer that caused it."""
    words = f"{type(error).__name__}: {error} {getattr(error, 'claim', None) or ''}"
    words += f" {getattr(error, 'provider_code', None) or ''}"
    response = getattr(error.__cause__ or error.__context__, "response", None)
    return words if response is None else f"{words} {response.url}: {response.status_code} {response.text[:200]}"


def sign_in(row, browser, moved, secret=CLIENT_SECRET):
    """The user's number, name and email, by social-core's own class for the provider."""
    moved.row = row
    module, _, name = row.backend.partition(".")
    backend_class = getattr(importlib.import_module(f"social_core.backends.{module}"), name)
    application = Application({"KEY": CLIENT_ID, "SECRET": secret, **row.settings})
    backend = backend_class(application, CALLBACK)
    # The playground compares the redirect URI byte for byte.
    backend.REDIRECT_STATE = False
    application.callback.update(allowed(browser, moved.url(backend.auth_url()))[0])
    response = backend.complete()
    details = backend.get_user_details(response)
    return str(backend.get_user_id(details, response)), details


def full_name(backend_details):
    first, last = backend_details.get("first_name"), backend_details.get("last_name")
    return backend_details.get("fullname") or " ".join(part for part in (first, last) if part)


def check(checks, row, browser, moved):
    seen, details = sign_in(row, browser, moved)
    checks.equal(f"{row.entry}: the user", seen, row.user)
    checks.equal(f"{row.entry}: the name", full_name(details) or None, NAME if row.name else None)
    checks.equal(f"{row.entry}: the email", details.get("email") or None, EMAIL if row.email else None)
    if row.username:
        checks.equal(f"{row.entry}: the username", details["username"], row.username)


def refusal(row, browser, moved):
    """What social-core says with a wrong secret; empty where it signs in."""
    try:
        sign_in(row, browser, moved, secret="wrong")
        return ""
    except Exception as error:  # noqa: BLE001
        return described(error)


def attempt(checks, row, browser, moved):
    try:
        check(checks, row, browser, moved)
        said = refusal(row, browser, moved)
        checks.that(f"{row.entry}: a wrong secret", any(each in said for each in row.wrong_secret), said)
        trouble = ""
    except Exception as error:  # noqa: BLE001
        trouble = described(error)
    if row.refused:
        checks.that(f"{row.entry}: is refused", row.refused in trouble, trouble)
    else:
        checks.that(f"{row.entry}: signs in", not trouble, trouble)


def limits(checks, base, browser):
    """What is accepted for these clients accepts nothing that the providers refuse."""
    def entry(path):
        return f"{base}/entries/{path}"

    def query(**more):
        return "?" + urllib.parse.urlencode(
            {"client_id": CLIENT_ID, "response_type": "code", "redirect_uri": CALLBACK, "state": "s", **more})

    def token(path, page, form=None, **named):
        code = allowed(browser, entry(page))[0]["code"]
        data = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, **(form or {})}
        return requests.post(entry(path), data=data, timeout=10, **named)

    page = browser.get(entry("etsy/www.etsy.com/oauth/connect" + query()))
    checks.equal("a client without a secret needs PKCE", page.status_code, 400)
    own, wrong_secret = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}, {"client_secret": "another"}
    amazon = "amazon/www.amazon.com/ap/oa" + query()
    basic = {"auth": (CLIENT_ID, CLIENT_SECRET)}
    for name, form, named in [
        ("a wrong secret", {**own, **wrong_secret}, {}),
        ("two ways at once", own, basic),
        ("no redirect URI", {**own, "redirect_uri": ""}, {}),
        ("a verifier without a challenge", {**own, "code_verifier": "v" * 43}, {}),
    ]:
        answer = token("amazon/api.amazon.com/auth/o2/token", amazon, form, **named)
        checks.that(f"{name} is refused", answer.status_code in (400, 401), answer.text)
    answer = token("amazon/api.amazon.com/auth/o2/token", amazon, own)
    checks.equal("none of these is taken", answer.status_code, 200)
    header = {"Authorization": f"token {answer.json()['access_token']}"}
    answer = requests.get(entry("amazon/api.amazon.com/user/profile"), headers=header, timeout=10)
    checks.equal("the word that only GitHub takes", answer.status_code, 401)
    spotify = "spotify/accounts.spotify.com/authorize" + query()
    answer = token(
        "spotify/accounts.spotify.com/api/token", spotify, own, auth=(CLIENT_ID, "another"))
    checks.equal("of two ways at once, the header counts", answer.status_code, 401)


def main():
    base, wanted = sys.argv[1], set(sys.argv[2:])
    checks, browser = Checks(), Browser(base)
    with Moved(base) as moved:
        for row in ROWS:
            if not wanted or row.entry in wanted:
                attempt(checks, row, browser, moved)
    checks.run(limits, base, browser)
    refused = [row.entry for row in ROWS if row.refused]
    print(f"{len(ROWS) - len(refused)} classes sign in, and {len(refused)} do not: {', '.join(refused)}")
    checks.end()


if __name__ == "__main__":
    main()
