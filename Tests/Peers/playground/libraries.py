"""django-allauth, httpx-oauth, fastapi-sso, and libraries for one provider each, sign in at the entries of the playground.

Usage: libraries.py BASE_URL [ENTRY...]

Each is as others wrote it, with its own URLs, classes and views; its requests alone go to the playground.
"""

import logging
import os
import sys
import warnings

# The playground is plain http on loopback, and providers grant scopes in words of their own.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
os.environ["OAUTHLIB_RELAX_TOKEN_SCOPE"] = "1"
os.environ["SILENCE_TOKEN_WARNINGS"] = "true"

import allauth_site
import async_clients
import own_libraries
from allauth_rows import ROWS as ALLAUTH_ROWS
from async_rows import FASTAPI_SSO_ROWS, HTTPX_OAUTH_ROWS
from moved import Moved
from own_rows import ROWS as OWN_ROWS
from playground import Browser, Checks

LIBRARIES = [
    ("django-allauth", ALLAUTH_ROWS, allauth_site.sign_in),
    ("httpx-oauth", HTTPX_OAUTH_ROWS, async_clients.by_httpx_oauth),
    ("fastapi-sso", FASTAPI_SSO_ROWS, async_clients.by_fastapi_sso),
    ("a library of its own", OWN_ROWS, own_libraries.sign_in),
]


def described(error):
    """An exception, with the answers that caused it."""
    words = []
    while error is not None:
        words.append(f"{type(error).__name__}: {error}")
        response = getattr(error, "response", None)
        words.append(str(getattr(response, "text", None) or getattr(response, "data", None) or ""))
        error = error.__cause__ or error.__context__
    return " ".join(words)


def outcome(sign_in, *arguments, **named):
    """Number, name and email, and why there are none."""
    try:
        user, name, email = sign_in(*arguments, **named)
        return (str(user), name or "", email or ""), ""
    except Exception as error:  # noqa: BLE001
        return None, described(error)


def check(checks, library, row, sign_in, browser, moved):
    place = f"{library} at {row.entry} ({row.client})"
    moved.row = row
    user, trouble = outcome(sign_in, row, browser, moved)
    if row.refused:
        checks.that(f"{place}: is refused", user is None and row.refused in trouble, trouble or user)
        return
    checks.that(f"{place}: signs in", user is not None, trouble)
    if user is not None:
        checks.equal(f"{place}: the user", user, (row.user, row.name, row.email))
        said = outcome(sign_in, row, browser, moved, secret="wrong")
        checks.that(f"{place}: a wrong secret", any(each in said[1] for each in row.wrong_secret), said)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    base, wanted = sys.argv[1].rstrip("/"), set(sys.argv[2:])
    # They say much about what a test does on purpose.
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    allauth_site.set_up()
    checks, browser = Checks(), Browser(base)
    with Moved(base) as moved:
        for library, rows, sign_in in LIBRARIES:
            for row in rows:
                if not wanted or row.entry in wanted:
                    check(checks, library, row, sign_in, browser, moved)
            refused = [row.entry for row in rows if row.refused]
            print(f"{library}: {len(rows) - len(refused)} sign in, and {len(refused)} do not: {', '.join(refused)}")
    checks.end()


main()
