"""Foreign clients sign in at a running playground: requests-oauthlib, oauthlib and Authlib, both protocols.

Usage: clients.py BASE_URL
"""

import os
import sys
import time
import urllib.parse

import oauthlib.oauth1
import requests
from authlib.integrations.requests_client import OAuth1Session as AuthlibOAuth1
from authlib.integrations.requests_client import OAuth2Session as AuthlibOAuth2
from authlib.common.security import generate_token
from requests_oauthlib import OAuth1, OAuth1Session, OAuth2Session

from playground import (
    CALLBACK, CLIENT_ID, CLIENT_SECRET, CONSUMER_KEY, CONSUMER_SECRET, HANDLE, PERSON_ID, Browser, Checks, FormReader,
    callback,
)

# The playground is plain http on loopback; oauthlib would refuse that.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"


# Foursquare


def authorization_url(base, path="/oauth2/authenticate", **changes):
    parameters = {"client_id": CLIENT_ID, "response_type": "code", "redirect_uri": CALLBACK, "state": "s t&ate", **changes}
    return f"{base}{path}?" + urllib.parse.urlencode({k: v for k, v in parameters.items() if v is not None})


def user(base, token, **parameters):
    return requests.get(f"{base}/v2/users/self", params={"oauth_token": token, "v": "20260101", **parameters}, timeout=10)


def foursquare_requests_oauthlib(checks, base):
    client = OAuth2Session(CLIENT_ID, redirect_uri=CALLBACK, pkce="S256")
    url, state = client.authorization_url(f"{base}/oauth2/authorize")
    browser = Browser(base)
    consent = browser.sign_in(browser.get(url))
    checks.that("the consent page names the application", "Wayleave Demo" in consent.text)
    checks.that("and the origin of its callback", "http://127.0.0.1:45990" in consent.text)
    checks.that("and the person", "Zoë Łukasik" in consent.text)
    parameters, location = callback(browser.submit(consent, decision="allow"))
    checks.equal("the callback has code and state only", sorted(parameters), ["code", "state"])
    checks.equal("the state comes back", parameters["state"], state)
    token = client.fetch_token(
        f"{base}/oauth2/access_token", authorization_response=location, client_secret=CLIENT_SECRET, include_client_id=True)
    checks.equal("the answer is an access token and nothing else", sorted(token), ["access_token"])
    answer = user(base, token["access_token"])
    checks.equal("the API answers", answer.status_code, 200)
    checks.equal("as this person", answer.json()["response"]["user"]["id"], PERSON_ID)
    checks.equal("the envelope is complete", sorted(answer.json()), ["meta", "notifications", "response"])
    friends = requests.get(
        f"{base}/v2/users/self/friends", params={"oauth_token": token["access_token"], "v": "20260101"}, timeout=10)
    checks.equal("the other two are friends", friends.json()["response"]["friends"]["count"], 2)
    again, _ = callback(browser.get(authorization_url(base)))
    checks.that("authenticate does not ask again", "code" in again)
    asked = browser.get(authorization_url(base, path="/oauth2/authorize"))
    checks.equal("authorize does", FormReader(asked.text).decisions, ["allow", "deny", "switch"])


def foursquare_authlib(checks, base):
    for method in ("client_secret_post", "client_secret_basic"):
        client = AuthlibOAuth2(
            CLIENT_ID, CLIENT_SECRET, redirect_uri=CALLBACK, token_endpoint_auth_method=method, code_challenge_method="S256")
        verifier = generate_token(48)
        url, state = client.create_authorization_url(f"{base}/oauth2/authorize", code_verifier=verifier)
        browser = Browser(base)
        _, location = callback(browser.submit(browser.sign_in(browser.get(url)), decision="allow"))
        token = client.fetch_token(
            f"{base}/oauth2/access_token", authorization_response=location, state=state, code_verifier=verifier)
        checks.equal(f"Authlib reads the user with {method}", user(base, token["access_token"]).status_code, 200)


def foursquare_deny(checks, base):
    browser = Browser(base)
    page = browser.sign_in(browser.get(authorization_url(base, path="/oauth2/authorize")))
    parameters, _ = callback(browser.submit(page, decision="deny"))
    checks.equal("a denial says so, with the state", parameters, {"error": "access_denied", "state": "s t&ate"})
    stranger = Browser(base)
    parameters, _ = callback(stranger.submit(stranger.get(authorization_url(base)), decision="deny"))
    checks.equal("so does cancelling before signing in", parameters["error"], "access_denied")


def foursquare_pages(checks, base):
    browser = Browser(base)
    wrong = browser.sign_in(browser.get(authorization_url(base, path="/oauth2/authorize")), password="nonsense")
    checks.equal("a wrong password is refused", wrong.status_code, 403)
    checks.that("and the page says so", 'role="alert"' in wrong.text)
    checks.equal("the handle stays", FormReader(wrong.text).visible["username"], HANDLE)
    checks.that("the right one is then taken", "Allow" in browser.sign_in(wrong).text)
    for sentence, changes in [
        ("an unknown client", {"client_id": "nobody"}),
        ("no client", {"client_id": None}),
        ("an address that is not registered", {"redirect_uri": "http://127.0.0.1:45990/other"}),
        ("another host", {"redirect_uri": "https://attacker.example/callback"}),
        ("localhost in place of 127.0.0.1", {"redirect_uri": "http://localhost:45990/callback"}),
        ("an address with a query", {"redirect_uri": CALLBACK + "?x=1"}),
        ("no address", {"redirect_uri": None}),
    ]:
        answer = browser.get(authorization_url(base, **changes))
        checks.that(f"{sentence} is refused on a page", answer.status_code == 400 and "Location" not in answer.headers)
    parameters, _ = callback(browser.get(authorization_url(base, response_type="id_token")))
    checks.equal("an ID token is refused at the callback", parameters["error"], "unsupported_response_type")
    parameters, _ = callback(browser.get(authorization_url(base, code_challenge="a" * 43)))
    checks.equal("so is the plain method of PKCE", parameters["error"], "invalid_request")


def code_of(base, **changes):
    browser = Browser(base)
    page = browser.sign_in(browser.get(authorization_url(base, path="/oauth2/authorize", **changes)))
    return callback(browser.submit(page, decision="allow"))[0]["code"]


def redeem(base, code, **changes):
    form = {
        "grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET, **changes,
    }
    return requests.post(f"{base}/oauth2/access_token", data={k: v for k, v in form.items() if v is not None}, timeout=10)


def foursquare_strictness(checks, base):
    code = code_of(base)
    checks.equal("a wrong secret is refused", redeem(base, code, client_secret="wrong").json(), {"error": "invalid_client"})
    checks.equal("with 401", redeem(base, code, client_secret="wrong").status_code, 401)
    checks.equal("no secret is refused", redeem(base, code, client_secret=None).json(), {"error": "invalid_client"})
    checks.equal(
        "another redirect URI is refused", redeem(base, code, redirect_uri="http://127.0.0.1:1/callback").json(),
        {"error": "invalid_grant"})
    checks.equal("a missing one too", redeem(base, code, redirect_uri=None).json(), {"error": "invalid_grant"})
    checks.equal(
        "a verifier without a challenge is refused", redeem(base, code, code_verifier="v" * 43).json(),
        {"error": "invalid_grant"})
    first = redeem(base, code)
    checks.equal("the right request is taken", first.status_code, 200)
    checks.equal("and may not be cached", first.headers["Cache-Control"], "no-store")
    token = first.json()["access_token"]
    checks.equal("the token is good", user(base, token).status_code, 200)
    checks.equal("the code works once", redeem(base, code).json(), {"error": "invalid_grant"})
    checks.equal("its second use revokes the token", user(base, token).status_code, 401)
    query = {"grant_type": "authorization_code", "code": code_of(base), "redirect_uri": CALLBACK,
             "client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}
    answer = requests.get(f"{base}/oauth2/access_token", params=query, timeout=10)
    checks.equal("GET is not taken", answer.status_code, 405)


def foursquare_api_refusals(checks, base):
    token = redeem(base, code_of(base)).json()["access_token"]
    for sentence, parameters, status, error in [
        ("without a token", {"oauth_token": None}, 400, "invalid_auth"),
        ("with a wrong token", {"oauth_token": "wrong"}, 401, "invalid_auth"),
        ("without a date", {"v": None}, 410, "param_error"),
        ("with a date that is none", {"v": "20261399"}, 400, "param_error"),
    ]:
        answer = user(base, token, **parameters)
        meta = answer.json()["meta"]
        checks.equal(f"{sentence}: status and meta", (answer.status_code, meta["code"], meta["errorType"]), (status, status, error))
    checks.equal("an unknown endpoint", requests.get(f"{base}/v2/nothing", timeout=10).status_code, 404)


# Twitter


def twitter_session(**changes):
    return OAuth1Session(CONSUMER_KEY, client_secret=CONSUMER_SECRET, callback_uri=CALLBACK, **changes)


def twitter_sign_in(base, session, path="/oauth/authorize"):
    browser = Browser(base)
    temporary = session.fetch_request_token(f"{base}/oauth/request_token")
    page = browser.get(session.authorization_url(f"{base}{path}"))
    return temporary, browser, page


def twitter_requests_oauthlib(checks, base):
    session = twitter_session()
    temporary, browser, page = twitter_sign_in(base, session)
    checks.equal("the callback is confirmed", temporary["oauth_callback_confirmed"], "true")
    _, location = callback(browser.submit(browser.sign_in(page), decision="allow"))
    session.parse_authorization_response(location)
    token = session.fetch_access_token(f"{base}/oauth/access_token")
    checks.equal("the answer", sorted(token), ["oauth_token", "oauth_token_secret", "screen_name", "user_id"])
    checks.that("the token begins with the user's number", token["oauth_token"].startswith(token["user_id"] + "-"))
    checks.equal("the user", (token["user_id"], token["screen_name"]), (PERSON_ID, HANDLE))
    answer = session.get(f"{base}/1.1/account/verify_credentials.json", params={"include_email": "true", "skip_status": "true"})
    checks.equal("who it is", (answer.status_code, answer.json()["screen_name"]), (200, HANDLE))
    checks.equal("the email is told", answer.json()["email"], "zoe.lukasik@example.com")
    bare = session.get(f"{base}/1.1/account/verify_credentials.json")
    checks.that("only when asked for", "email" not in bare.json() and "status" in bare.json())
    checks.equal("the timeline", len(session.get(f"{base}/1.1/statuses/home_timeline.json", params={"count": "2"}).json()), 2)

    repeated = twitter_session()
    repeated.fetch_request_token(f"{base}/oauth/request_token")
    parameters, _ = callback(browser.get(repeated.authorization_url(f"{base}/oauth/authenticate")))
    checks.that("authenticate does not ask again", "oauth_verifier" in parameters)
    asked = twitter_session()
    asked.fetch_request_token(f"{base}/oauth/request_token")
    page = browser.get(asked.authorization_url(f"{base}/oauth/authorize"))
    checks.equal("authorize does", FormReader(page.text).decisions, ["allow", "deny", "switch"])
    forced = twitter_session()
    forced.fetch_request_token(f"{base}/oauth/request_token")
    page = browser.get(forced.authorization_url(f"{base}/oauth/authenticate", force_login="true", screen_name="ravioduya"))
    checks.equal("force_login asks for the password, screen_name fills the field",
                 FormReader(page.text).visible, {"username": "ravioduya", "password": ""})

    given_back = session.post(f"{base}/oauth/invalidate_token")
    checks.equal("the token is given back", given_back.json(), {"access_token": token["oauth_token"]})
    answer = session.get(f"{base}/1.1/account/verify_credentials.json")
    checks.equal("and is then refused", (answer.status_code, answer.json()["errors"][0]["code"]), (401, 89))


def twitter_authlib(checks, base):
    session = AuthlibOAuth1(CONSUMER_KEY, CONSUMER_SECRET, redirect_uri=CALLBACK)
    session.fetch_request_token(f"{base}/oauth/request_token")
    browser = Browser(base)
    page = browser.sign_in(browser.get(session.create_authorization_url(f"{base}/oauth/authorize")))
    _, location = callback(browser.submit(page, decision="allow"))
    session.parse_authorization_response(location)
    token = session.fetch_access_token(f"{base}/oauth/access_token")
    checks.equal("Authlib gets a token", token["screen_name"], HANDLE)
    answer = session.get(f"{base}/1.1/account/verify_credentials.json?include_email=true")
    checks.equal("and uses it", (answer.status_code, answer.json()["id_str"]), (200, PERSON_ID))


def twitter_pin(checks, base):
    session = OAuth1Session(CONSUMER_KEY, client_secret=CONSUMER_SECRET, callback_uri="oob")
    temporary, browser, page = twitter_sign_in(base, session)
    page = browser.submit(browser.sign_in(page), decision="allow")
    pin = FormReader(page.text).texts["pin"]
    checks.that("a PIN of seven digits is shown", len(pin) == 7 and pin.isdigit(), pin)
    wrong = OAuth1(CONSUMER_KEY, CONSUMER_SECRET, temporary["oauth_token"], temporary["oauth_token_secret"],
                   verifier="0000000" if pin != "0000000" else "1111111")
    checks.equal("another is refused", requests.post(f"{base}/oauth/access_token", auth=wrong, timeout=10).status_code, 401)
    token = session.fetch_access_token(f"{base}/oauth/access_token", verifier=pin)
    checks.equal("it is taken", token["user_id"], PERSON_ID)
    right = OAuth1(CONSUMER_KEY, CONSUMER_SECRET, temporary["oauth_token"], temporary["oauth_token_secret"], verifier=pin)
    checks.equal("once", requests.post(f"{base}/oauth/access_token", auth=right, timeout=10).status_code, 401)


def twitter_deny(checks, base):
    session = twitter_session()
    temporary, browser, page = twitter_sign_in(base, session)
    parameters, _ = callback(browser.submit(browser.sign_in(page), decision="deny"))
    checks.equal("a denial names the request token", parameters, {"denied": temporary["oauth_token"]})
    page = browser.get(session.authorization_url(f"{base}/oauth/authorize"))
    checks.equal("which is then gone", page.status_code, 401)


def signed(base, path="/oauth/request_token", method="POST", callback_uri=CALLBACK, secret=CONSUMER_SECRET, **changes):
    client = oauthlib.oauth1.Client(CONSUMER_KEY, client_secret=secret, callback_uri=callback_uri, **changes)
    uri, headers, body = client.sign(base + path, http_method=method)
    return requests.Request(method, uri, headers=headers, data=body).prepare()


def twitter_strictness(checks, base):
    with requests.Session() as session:
        send = lambda request: session.send(request, timeout=10)  # noqa: E731
        request = signed(base)
        checks.equal("a signed request is taken", send(request).status_code, 200)
        replay = send(request)
        checks.equal("once", (replay.status_code, replay.text), (401, "Failed to validate oauth signature and token"))
        wrong = send(signed(base, secret="wrong"))
        checks.equal("a wrong secret", (wrong.status_code, wrong.text), (401, "Failed to validate oauth signature and token"))
        for drift, status in [(-290, 200), (290, 200), (-310, 401), (310, 401)]:
            answer = send(signed(base, timestamp=str(int(time.time()) + drift)))
            checks.equal(f"a clock {drift} seconds off", answer.status_code, status)
            if status == 401:
                checks.equal("is told as 135", answer.json()["errors"][0]["code"], 135)
        answer = send(signed(base, callback_uri="https://attacker.example/callback"))
        checks.equal("a callback that is not registered", (answer.status_code, answer.json()["errors"][0]["code"]), (403, 415))
        checks.equal("no callback", send(signed(base, callback_uri=None)).json()["errors"][0]["code"], 215)
        checks.equal("another method of signing", send(signed(base, signature_method="HMAC-SHA256")).json()["errors"][0]["code"], 215)
        checks.equal("no signature at all", session.post(f"{base}/oauth/request_token", timeout=10).json()["errors"][0]["code"], 215)
        answer = send(signed(base, "/1.1/account/verify_credentials.json", "GET", callback_uri=None,
                             resource_owner_key="73003-nothing", resource_owner_secret="nothing"))
        checks.equal("an unknown token", (answer.status_code, answer.json()["errors"][0]["code"]), (401, 89))
        changed = signed(base)
        changed.url += "?added=1"
        checks.equal("a request that was changed after it was signed", send(changed).status_code, 401)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    base = sys.argv[1].rstrip("/")
    checks = Checks()
    for scenario in [
        foursquare_requests_oauthlib, foursquare_authlib, foursquare_deny, foursquare_pages, foursquare_strictness,
        foursquare_api_refusals, twitter_requests_oauthlib, twitter_authlib, twitter_pin, twitter_deny,
        twitter_strictness,
    ]:
        checks.run(scenario, base)
    checks.end()


main()
