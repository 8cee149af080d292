"""requests-oauthlib, with its own compliance fixes, and Authlib sign in at the entries that the playground plays.

Usage: sessions.py BASE_URL [ENTRY...]
"""

import hmac
import os
import sys

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth1Session as AuthlibOAuth1
from authlib.integrations.requests_client import OAuth2Session as AuthlibOAuth2
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth1Session, OAuth2Session

from playground import CALLBACK, ENTRY_CLIENT_ID, ENTRY_CLIENT_SECRET, Browser, Checks, callback
from session_rows import OAUTH1_ROWS, OAUTH2_ROWS

# The playground is plain http on loopback, and providers grant scopes in words of their own.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
os.environ["OAUTHLIB_RELAX_TOKEN_SCOPE"] = "1"


def member(value, path):
    """What stands at a path such as `data.0.id`."""
    for step in path.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return str(value)


def allowed(browser, url):
    """The callback as the application gets it, without a fragment, after Zoë signed in and allowed."""
    page = browser.get(url)
    assert page.status_code == 200, page.text
    if 'name="username"' in page.text:
        page = browser.sign_in(page)
    return callback(browser.submit(page, decision="allow"))[1].partition("#")[0]


def api_url(row, here, token):
    """Where the user is asked for, with what the URL takes of the token."""
    proof = hmac.digest(ENTRY_CLIENT_SECRET.encode(), token.get("access_token", "").encode(), "sha256").hex()
    return here + row.who.format(**token, appsecret_proof=proof)


def by_requests_oauthlib(row, here, browser, secret):
    session = OAuth2Session(
        ENTRY_CLIENT_ID, redirect_uri=CALLBACK, scope=row.scope or None, pkce="S256" if row.pkce else None)
    if row.fix:
        row.fix(session)
    url, _ = session.authorization_url(here + row.authorize, **row.more)
    client = {"auth": HTTPBasicAuth(ENTRY_CLIENT_ID, secret)} if row.basic else {
        "client_secret": secret, "include_client_id": True}
    token = session.fetch_token(here + row.token, authorization_response=allowed(browser, url), **client)
    return session.get(api_url(row, here, token), headers=row.headers)


def by_authlib(row, here, browser, secret):
    session = AuthlibOAuth2(
        ENTRY_CLIENT_ID, secret, redirect_uri=CALLBACK, scope=row.scope or None,
        token_endpoint_auth_method="client_secret_basic" if row.basic else "client_secret_post",
        token_placement=row.placement, code_challenge_method="S256" if row.pkce else None)
    verifier = {"code_verifier": generate_token(48)} if row.pkce else {}
    url, state = session.create_authorization_url(here + row.authorize, **row.more, **verifier)
    token = session.fetch_token(
        here + row.token, authorization_response=allowed(browser, url), state=state, **verifier)
    return session.get(api_url(row, here, token), headers=row.headers)


def by_requests_oauthlib_1(row, here, browser, secret):
    session = OAuth1Session(ENTRY_CLIENT_ID, client_secret=secret, callback_uri=CALLBACK)
    session.fetch_request_token(here + row.request)
    session.parse_authorization_response(allowed(browser, session.authorization_url(here + row.authorize, **row.more)))
    session.fetch_access_token(here + row.token)
    return session.get(here + row.who)


def by_authlib_1(row, here, browser, secret):
    session = AuthlibOAuth1(ENTRY_CLIENT_ID, secret, redirect_uri=CALLBACK)
    session.fetch_request_token(here + row.request)
    url = session.create_authorization_url(here + row.authorize, **row.more)
    session.parse_authorization_response(allowed(browser, url))
    session.fetch_access_token(here + row.token)
    return session.get(here + row.who)


def refusal(sign_in, *arguments):
    """What a client says where it cannot sign in."""
    try:
        answer = sign_in(*arguments)
        return f"{answer.status_code} {answer.text}"
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"


def attempt(checks, name, sign_in, row, here, browser):
    try:
        check(checks, name, sign_in, row, here, browser)
    except Exception as error:  # noqa: BLE001
        checks.that(f"{name} at {row.entry}: ends without an exception", False, f"{type(error).__name__}: {error}")


def check(checks, name, sign_in, row, here, browser):
    if row.refused.get(name):
        said = refusal(sign_in, row, here, browser, ENTRY_CLIENT_SECRET)
        checks.that(f"{name} at {row.entry}: is refused", row.refused[name] in said, said)
        return
    answer = sign_in(row, here, browser, ENTRY_CLIENT_SECRET)
    assert answer.status_code == 200, f"{answer.status_code} {answer.text}"
    checks.equal(f"{name} at {row.entry}: the user", member(answer.json(), row.user), row.expected)
    said = refusal(sign_in, row, here, browser, "wrong")
    checks.that(f"{name} at {row.entry}: the error for a wrong secret", any(each in said for each in row.errors), said)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    base, wanted = sys.argv[1].rstrip("/"), set(sys.argv[2:])
    checks, browser = Checks(), Browser(base)
    clients = [
        (OAUTH2_ROWS, [("requests-oauthlib", by_requests_oauthlib), ("Authlib", by_authlib)]),
        (OAUTH1_ROWS, [("requests-oauthlib", by_requests_oauthlib_1), ("Authlib", by_authlib_1)]),
    ]
    for rows, ways in clients:
        for row in rows:
            for name, sign_in in ways:
                if not wanted or row.entry in wanted:
                    attempt(checks, name, sign_in, row, f"{base}/entries/{row.entry}/", browser)
    checks.end()


main()
