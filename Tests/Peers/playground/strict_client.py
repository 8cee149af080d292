"""requests_oauth2client at Tollgate: its whole life, with pushed requests and tokens bound to a key.

Usage: strict_client.py BASE_URL
"""

import sys

import requests
from requests_oauth2client import (
    ClientSecretBasic, InvalidClient, InvalidGrant, OAuth2AccessTokenAuth, OAuth2Client, PublicApp)
from requests_oauth2client.exceptions import AuthorizationResponseError

from playground import CALLBACK, PERSON_ID, Browser, Checks, callback

WEB, WEB_SECRET = "tollgate-web", "tollgate-web-secret-not-real"
NATIVE = "tollgate-native"
SCOPE = "openid profile notes.read"


def client(base, client_id, secret=None, **more):
    # Without being told it would put the secret into the body.
    return OAuth2Client.from_discovery_endpoint(
        issuer=f"{base}/tollgate", auth=ClientSecretBasic(client_id, secret) if secret else PublicApp(client_id),
        redirect_uri=CALLBACK,
        id_token_signed_response_alg="RS256" if secret else "ES256", testing=True, **more)


def decided(base, url, decision):
    """The callback, after Zoë signed in and decided."""
    browser = Browser(base)
    page = browser.sign_in(browser.get(url))
    # What she allowed a confidential client before is not asked again.
    return callback(page if page.status_code == 303 else browser.submit(page, decision=decision))[1]


def signed_in(base, party, is_pushed=False):
    request = party.authorization_request(scope=SCOPE)
    url = party.pushed_authorization_request(request).uri if is_pushed else request.uri
    answer = request.validate_callback(decided(base, url, "allow"))
    # It cannot verify the ID token that comes with a bound token: it then makes a token without its key.
    return party.authorization_code(answer, validate=not party.dpop_bound_access_tokens)


def is_refused(exception, action, *arguments):
    try:
        action(*arguments)
    except exception:
        return True
    return False


def denial(checks, base):
    party = client(base, NATIVE)
    request = party.authorization_request(scope=SCOPE)
    try:
        request.validate_callback(decided(base, request.uri, "deny"))
        seen = None
    except AuthorizationResponseError as error:
        seen = error.error
    checks.equal("a denial is told in the callback", seen, "access_denied")


def life(checks, base, name, party, **how):
    notes = f"{base}/tollgate/notes"
    token = signed_in(base, party, **how)
    if not party.dpop_bound_access_tokens:
        checks.equal(f"{name}: the ID token names the user", token.id_token.sub, PERSON_ID)
    answer = requests.get(notes, auth=OAuth2AccessTokenAuth(party, token), timeout=10)
    checks.equal(f"{name}: the API answers", answer.status_code, 200)
    checks.equal(f"{name}: UserInfo is about the same", party.userinfo(token)["sub"], PERSON_ID)
    renewed = party.refresh_token(token)
    checks.that(f"{name}: a renewal brings another token", renewed.access_token != token.access_token)
    checks.that(f"{name}: revocation is confirmed", party.revoke_refresh_token(renewed))
    checks.that(f"{name}: what was revoked is not renewed", is_refused(InvalidGrant, party.refresh_token, renewed))
    gone = requests.get(notes, headers={"Authorization": f"{renewed.token_type} {renewed.access_token}"}, timeout=10)
    checks.equal(f"{name}: nor does the API take it", gone.status_code, 401)


def lives(checks, base):
    life(checks, base, "without a secret", client(base, NATIVE))
    life(checks, base, "with a secret, pushed", client(base, WEB, WEB_SECRET), is_pushed=True)
    life(checks, base, "bound to a key", client(base, NATIVE, dpop_bound_access_tokens=True))
    life(checks, base, "bound to a key, pushed", client(base, WEB, WEB_SECRET, dpop_bound_access_tokens=True), is_pushed=True)


def wrong_secret(checks, base):
    party = client(base, WEB, "wrong")
    checks.that("a wrong secret is refused", is_refused(InvalidClient, party.client_credentials))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    checks = Checks()
    for scenario in (denial, lives, wrong_secret):
        checks.run(scenario, sys.argv[1].rstrip("/"))
    checks.end()


main()
