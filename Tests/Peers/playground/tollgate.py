"""Foreign clients at Tollgate, the strict authorization server of a running playground: Authlib and requests-oauthlib.

Whatever is signed here is signed and verified by joserfc and PyJWT. Usage: tollgate.py BASE_URL
"""

import base64
import hashlib
import os
import secrets
import sys
import time

import jwt
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import AssertionSession, OAuth2Session as AuthlibSession
from authlib.oauth2.rfc7523 import ClientSecretJWT, PrivateKeyJWT
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url
from joserfc import jws
from joserfc.jwk import ECKey, KeySet
from joserfc.jwt import JWTClaimsRegistry
from joserfc import jwt as jose_jwt
from requests_oauthlib import OAuth2Session

from playground import CALLBACK, PERSON_ID, Browser, Checks, FormReader, callback

# The playground is plain http on loopback; oauthlib and Authlib would refuse that.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

SCOPE = "openid profile email notes.read vault.read"
WEB, WEB_SECRET = "tollgate-web", "tollgate-web-secret-not-real"
NATIVE = "tollgate-native"
SERVICE, SERVICE_SECRET = "tollgate-service", "tollgate-service-secret-not-real"
API, API_SECRET = "tollgate-api", "tollgate-api-secret-not-real"
JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"
DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token"


class Server:
    """What discovery says of the server."""

    def __init__(self, base):
        self.base = base
        self.issuer = f"{base}/tollgate"
        self.metadata = requests.get(get_well_known_url(self.issuer, external=True), timeout=10).json()
        self.keys = KeySet.import_key_set(requests.get(self["jwks_uri"], timeout=10).json())

    def __getitem__(self, name):
        return self.metadata[name]

    def claims(self, token, audience, **requirements):
        """The claims of an ID token, verified by joserfc and once more by PyJWT."""
        verified = jose_jwt.decode(token, self.keys, algorithms=["RS256", "ES256"])
        JWTClaimsRegistry(
            iss={"essential": True, "value": self.issuer}, aud={"essential": True, "value": audience},
            exp={"essential": True}, sub={"essential": True}, **requirements).validate(verified.claims)
        again = jwt.decode(
            token, jwt.PyJWKClient(self["jwks_uri"]).get_signing_key_from_jwt(token).key,
            algorithms=["RS256", "ES256"], audience=audience, issuer=self.issuer)
        assert again == verified.claims
        return verified.claims

    def notes(self, token):
        return requests.get(f"{self.base}/tollgate/notes", headers={"Authorization": f"Bearer {token}"}, timeout=10)

    def token(self, **form):
        return requests.post(self["token_endpoint"], data=form, timeout=10)


def allow(server, url):
    """The callback's parameters and address, after Zoë signed in and allowed."""
    browser = Browser(server.base)
    page = browser.sign_in(browser.get(url))
    # What she allowed a confidential client before is not asked again.
    return callback(page if page.status_code == 303 else browser.submit(page, decision="allow"))


def key():
    return ECKey.generate_key("P-256", {"kid": secrets.token_hex(8), "use": "sig", "alg": "ES256"})


def register(server, **members):
    answer = requests.post(
        server["registration_endpoint"],
        json={"redirect_uris": [CALLBACK], "client_name": "A foreign client",
              "grant_types": ["authorization_code", "refresh_token"], **members}, timeout=10)
    return answer


def challenge_of(verifier):
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def parameters(client_id, verifier, **changes):
    return {"client_id": client_id, "response_type": "code", "redirect_uri": CALLBACK, "scope": SCOPE, "state": "s",
            "code_challenge": challenge_of(verifier), "code_challenge_method": "S256", **changes}


def proof(proof_key, method, url, nonce=None, token=None, **changes):
    """A DPoP proof by joserfc."""
    claims = {"jti": secrets.token_urlsafe(16), "htm": method, "htu": url, "iat": int(time.time())}
    if nonce:
        claims["nonce"] = nonce
    if token:
        claims["ath"] = base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()).rstrip(b"=").decode()
    public = {name: value for name, value in proof_key.as_dict(private=False).items() if name in ("kty", "crv", "x", "y")}
    return jose_jwt.encode(
        {"typ": "dpop+jwt", "alg": "ES256", "jwk": public}, {**claims, **changes}, proof_key)


# The scenarios


def discovery(checks, server):
    document = AuthorizationServerMetadata(server.metadata)
    for validate in ["issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "scopes_supported",
                     "response_types_supported", "token_endpoint_auth_methods_supported",
                     "token_endpoint_auth_signing_alg_values_supported", "revocation_endpoint_auth_methods_supported",
                     "introspection_endpoint_auth_methods_supported", "code_challenge_methods_supported"]:
        try:
            getattr(document, f"validate_{validate}")()
            held = True
        except ValueError as error:
            # Authlib wants https everywhere; on loopback there is none.
            held = "https" in str(error)
        checks.that(f"Authlib takes {validate}", held)
    checks.equal("the issuer is the one asked for", server["issuer"], server.issuer)
    openid = requests.get(f"{server.issuer}/.well-known/openid-configuration", timeout=10).json()
    checks.equal("OpenID's address has the same", openid, server.metadata)


def requests_oauthlib(checks, server):
    session = OAuth2Session(WEB, redirect_uri=CALLBACK, scope=SCOPE.split(), pkce="S256")
    url, state = session.authorization_url(server["authorization_endpoint"], nonce="the-nonce")
    answer, location = allow(server, url)
    checks.equal("the callback has code, state and iss", sorted(answer), ["code", "iss", "state"])
    checks.equal("the state and the issuer", (answer["state"], answer["iss"]), (state, server.issuer))
    token = session.fetch_token(
        server["token_endpoint"], authorization_response=location, client_secret=WEB_SECRET)
    checks.equal("the type", token["token_type"], "Bearer")
    claims = server.claims(token["id_token"], WEB, nonce={"essential": True, "value": "the-nonce"})
    checks.equal("the person", claims["sub"], PERSON_ID)
    who = session.get(server["userinfo_endpoint"]).json()
    checks.equal("UserInfo", (who["sub"], who["name"], who["email_verified"]), (PERSON_ID, "Zoë Łukasik", True))
    renewed = session.refresh_token(server["token_endpoint"], auth=(WEB, WEB_SECRET))
    checks.that("a refresh rotates", renewed["refresh_token"] != token["refresh_token"])
    checks.equal("the API answers", session.get(f"{server.base}/tollgate/notes").json()["reader"], PERSON_ID)
    again = server.token(
        grant_type="refresh_token", refresh_token=token["refresh_token"], client_id=WEB, client_secret=WEB_SECRET)
    checks.equal("the secret in the body is not what was registered", again.json()["error"], "invalid_client")
    spent = requests.post(
        server["token_endpoint"], data={"grant_type": "refresh_token", "refresh_token": token["refresh_token"]},
        auth=(WEB, WEB_SECRET), timeout=10)
    checks.equal("a spent token is refused", spent.json()["error"], "invalid_grant")
    checks.equal("and ends all that came of it", server.notes(renewed["access_token"]).status_code, 401)


def authlib_native(checks, server):
    verifier = generate_token(48)
    session = AuthlibSession(NATIVE, redirect_uri=CALLBACK, scope=SCOPE, code_challenge_method="S256",
                             token_endpoint_auth_method="none")
    url, _ = session.create_authorization_url(server["authorization_endpoint"], code_verifier=verifier, nonce="n")
    _, location = allow(server, url)
    token = session.fetch_token(server["token_endpoint"], authorization_response=location, code_verifier=verifier)
    checks.equal("an ID token by ES256", server.claims(token["id_token"], NATIVE)["sub"], PERSON_ID)
    renewed = session.refresh_token(server["token_endpoint"], refresh_token=token["refresh_token"])
    checks.equal("the renewed token opens", server.notes(renewed["access_token"]).status_code, 200)
    answer = session.revoke_token(server["revocation_endpoint"], renewed["refresh_token"], token_type_hint="refresh_token")
    checks.equal("it is given back", answer.status_code, 200)
    checks.equal("and all that came of it", server.notes(renewed["access_token"]).status_code, 401)
    without = AuthlibSession(NATIVE, redirect_uri=CALLBACK, scope=SCOPE)
    url, _ = without.create_authorization_url(server["authorization_endpoint"])
    refused, _ = callback(Browser(server.base).get(url))
    checks.equal("without PKCE nobody is asked", refused["error"], "invalid_request")


def authlib_assertions(checks, server):
    """private_key_jwt and client_secret_jwt, by clients that registered themselves."""
    own = key()
    # Authlib names the token endpoint as the audience unless told otherwise; here it is the issuer alone.
    for method, authentication, members, secret in [
        ("private_key_jwt", PrivateKeyJWT(server.issuer, alg="ES256", headers={"kid": own.kid}),
         {"jwks": {"keys": [own.as_dict(private=False)]}}, own),
        ("client_secret_jwt", ClientSecretJWT(server.issuer), {}, None),
    ]:
        registered = register(server, token_endpoint_auth_method=method, **members)
        checks.equal(f"{method}: registered", registered.status_code, 201)
        client = registered.json()
        verifier = generate_token(48)
        session = AuthlibSession(
            client["client_id"], secret or client["client_secret"], redirect_uri=CALLBACK, scope="openid notes.read",
            code_challenge_method="S256", token_endpoint_auth_method=method)
        session.register_client_auth_method(authentication)
        url, _ = session.create_authorization_url(server["authorization_endpoint"], code_verifier=verifier)
        _, location = allow(server, url)
        token = session.fetch_token(server["token_endpoint"], authorization_response=location, code_verifier=verifier)
        checks.equal(f"{method}: the token opens", server.notes(token["access_token"]).status_code, 200)
        worth = session.introspect_token(server["introspection_endpoint"], token["access_token"]).json()
        checks.equal(f"{method}: it may ask what its own token is worth",
                     (worth["active"], worth["client_id"], worth["username"]), (True, client["client_id"], "zoe_lukasik"))
        session.refresh_token(server["token_endpoint"], refresh_token=token["refresh_token"])
        lax = AuthlibSession(client["client_id"], secret or client["client_secret"], token_endpoint_auth_method=method)
        lax.register_client_auth_method(type(authentication)(server["token_endpoint"], alg=authentication.alg))
        refused = lax.revoke_token(server["revocation_endpoint"], "any")
        checks.equal(f"{method}: for the token endpoint it is refused", refused.json()["error"], "invalid_client")
        managed = {"headers": {"Authorization": f"Bearer {client['registration_access_token']}"}, "timeout": 10}
        checks.equal(f"{method}: the registration is read",
                     requests.get(client["registration_client_uri"], **managed).json()["client_id"], client["client_id"])
        checks.equal(f"{method}: and ended", requests.delete(client["registration_client_uri"], **managed).status_code, 204)
        checks.equal(f"{method}: with its tokens", server.notes(token["access_token"]).status_code, 401)


def authlib_service(checks, server):
    session = AuthlibSession(SERVICE, SERVICE_SECRET, scope="notes.read", token_endpoint_auth_method="client_secret_post")
    token = session.fetch_token(server["token_endpoint"], grant_type="client_credentials")
    checks.equal("client credentials", server.notes(token["access_token"]).json()["reader"], SERVICE)
    checks.that("without a refresh token", "refresh_token" not in token)
    api = AuthlibSession(API, API_SECRET)
    worth = api.introspect_token(server["introspection_endpoint"], token["access_token"]).json()
    checks.equal("the API is told", (worth["active"], worth["sub"], worth["scope"]), (True, SERVICE, "notes.read"))
    unknown = api.introspect_token(server["introspection_endpoint"], "made-up").json()
    checks.equal("and of an unknown token nothing", unknown, {"active": False})


def authlib_jwt_bearer(checks, server):
    own = key()
    client = register(
        server, token_endpoint_auth_method="private_key_jwt", grant_types=[JWT_BEARER], redirect_uris=[],
        jwks={"keys": [own.as_dict(private=False)]}).json()
    # Authlib's own session sends the assertion without a client; here the client authenticates as well.
    checks.that("Authlib has the grant", AssertionSession.JWT_BEARER_GRANT_TYPE == JWT_BEARER)

    def signed(audience):
        now = int(time.time())
        claims = {"iss": client["client_id"], "sub": client["client_id"], "aud": audience, "iat": now, "exp": now + 60,
                  "jti": secrets.token_urlsafe(16)}
        return jose_jwt.encode({"alg": "ES256", "kid": own.kid}, claims, own)

    def ask(assertion):
        return server.token(
            grant_type=JWT_BEARER, assertion=assertion, client_assertion=signed(server.issuer),
            client_assertion_type="urn:ietf:params:oauth:client-assertion-type:jwt-bearer")

    assertion = signed(server.issuer)
    token = ask(assertion).json()
    checks.equal("the statement becomes a token", server.notes(token["access_token"]).status_code, 200)
    checks.equal("once", ask(assertion).json()["error"], "invalid_grant")
    checks.equal("for another audience it does not", ask(signed("https://elsewhere.example")).json()["error"], "invalid_grant")


def device(checks, server):
    codes = requests.post(
        server["device_authorization_endpoint"], data={"client_id": NATIVE, "scope": "openid notes.read"}, timeout=10).json()
    checks.equal("the codes", (codes["interval"], codes["expires_in"]), (5, 600))

    def poll():
        return server.token(grant_type=DEVICE_CODE, device_code=codes["device_code"], client_id=NATIVE)

    checks.equal("nobody has answered", poll().json()["error"], "authorization_pending")
    checks.equal("a second poll at once is too soon", poll().json()["error"], "slow_down")
    browser = Browser(server.base)
    page = browser.get(codes["verification_uri_complete"])
    checks.equal("the code is typed in already", FormReader(page.text).visible["user_code"], codes["user_code"])
    consent = browser.sign_in(browser.submit(page, user_code=codes["user_code"]))
    checks.equal("and shown again", FormReader(consent.text).texts["code"].strip(". "), codes["user_code"])
    checks.equal("allowed", browser.submit(consent, decision="allow").status_code, 200)
    # The interval is ten seconds by now: RFC 8628 §3.5. They are over at once, for the provider alone.
    requests.post(server.base + "/playground/clock", json={"advance": 10}, timeout=10).raise_for_status()
    session = AuthlibSession(NATIVE, token_endpoint_auth_method="none")
    token = session.fetch_token(server["token_endpoint"], grant_type=DEVICE_CODE, device_code=codes["device_code"])
    checks.equal("tokens", server.notes(token["access_token"]).json()["reader"], PERSON_ID)
    checks.equal("once", poll().json()["error"], "invalid_grant")


def pushed_and_bound(checks, server):
    """PAR, DPoP and RAR, all made by hand from the specifications with joserfc."""
    own, verifier = key(), generate_token(48)
    form = parameters(NATIVE, verifier, authorization_details='[{"type":"notebook","name":"red"}]')

    def send(name, **data):
        headers = {"DPoP": proof(own, "POST", server[name])}
        first = requests.post(server[name], data=data, headers=headers, timeout=10)
        checks.equal(f"{name}: a nonce is wanted", first.json()["error"], "use_dpop_nonce")
        headers = {"DPoP": proof(own, "POST", server[name], nonce=first.headers["DPoP-Nonce"])}
        return requests.post(server[name], data=data, headers=headers, timeout=10)

    answer = send("pushed_authorization_request_endpoint", **form)
    checks.equal("pushed", answer.status_code, 201)
    url = f"{server['authorization_endpoint']}?client_id={NATIVE}&request_uri={answer.json()['request_uri']}"
    taken, _ = allow(server, url)
    checks.equal("its name serves once", Browser(server.base).get(url).status_code, 400)
    grant = {"grant_type": "authorization_code", "client_id": NATIVE, "code": taken["code"], "redirect_uri": CALLBACK,
             "code_verifier": verifier}
    checks.equal("without the key the code is worth nothing", server.token(**grant).json()["error"], "invalid_grant")
    token = send("token_endpoint", **grant).json()
    checks.equal("a bound token", token["token_type"], "DPoP")
    checks.equal("with its details", token["authorization_details"], [{"type": "notebook", "name": "red"}])
    access = token["access_token"]
    notes = f"{server.base}/tollgate/notes"

    def open_notes(nonce=None, scheme="DPoP", **changes):
        headers = {"Authorization": f"{scheme} {access}", "DPoP": proof(own, "GET", notes, nonce, access, **changes)}
        return requests.get(notes, headers=headers, timeout=10)

    wanted = open_notes()
    checks.equal("the API wants its own nonce", wanted.status_code, 401)
    checks.that("and says so", "use_dpop_nonce" in wanted.headers["WWW-Authenticate"])
    nonce = wanted.headers["DPoP-Nonce"]
    checks.equal("with it, it opens", open_notes(nonce).status_code, 200)
    checks.equal("as Bearer it does not", server.notes(access).status_code, 401)
    checks.equal("nor for another address", open_notes(nonce, htu=notes + "/else").status_code, 401)
    checks.equal("nor a minute later", open_notes(nonce, iat=int(time.time()) - 90).status_code, 401)


def signed_request(checks, server):
    own, verifier = key(), generate_token(48)
    client = register(
        server, token_endpoint_auth_method="none", jwks={"keys": [own.as_dict(private=False)]},
        require_signed_request_object=True).json()
    identifier = client["client_id"]
    inside = parameters(identifier, verifier, scope="openid notes.read")
    claims = {**inside, "iss": identifier, "aud": server.issuer, "exp": int(time.time()) + 60}
    signed = jose_jwt.encode({"alg": "ES256", "kid": own.kid, "typ": "oauth-authz-req+jwt"}, claims, own)
    session = AuthlibSession(identifier)
    url, _ = session.create_authorization_url(server["authorization_endpoint"], state="outside", request=signed)
    answer, _ = allow(server, url)
    checks.equal("what is signed counts", answer["state"], "s")
    token = server.token(grant_type="authorization_code", client_id=identifier, code=answer["code"],
                         redirect_uri=CALLBACK, code_verifier=verifier).json()
    checks.equal("tokens", server.notes(token["access_token"]).status_code, 200)
    plain = requests.get(server["authorization_endpoint"], params=inside, allow_redirects=False, timeout=10)
    checks.equal("unsigned it is refused", callback(plain)[0]["error"], "invalid_request")
    forged = jws.serialize_compact({"alg": "ES256", "kid": own.kid}, b'{"client_id":"%s"}' % identifier.encode(), key())
    page = requests.get(server["authorization_endpoint"], params={"client_id": identifier, "request": forged}, timeout=10)
    checks.equal("forged as well", page.status_code, 400)


def exchange(checks, server):
    session = OAuth2Session(WEB, redirect_uri=CALLBACK, scope=SCOPE.split(), pkce="S256")
    _, location = allow(server, session.authorization_url(server["authorization_endpoint"])[0])
    token = session.fetch_token(server["token_endpoint"], authorization_response=location, client_secret=WEB_SECRET)
    notes = f"{server.base}/tollgate/notes"
    answer = requests.post(server["token_endpoint"], auth=(WEB, WEB_SECRET), timeout=10, data={
        "grant_type": EXCHANGE, "subject_token": token["access_token"], "subject_token_type": ACCESS_TOKEN,
        "resource": notes, "scope": "notes.read"}).json()
    checks.equal("its kind is told", answer["issued_token_type"], ACCESS_TOKEN)
    checks.equal("it opens the API that was asked for", server.notes(answer["access_token"]).status_code, 200)
    vault = requests.get(
        f"{server.base}/tollgate/vault", headers={"Authorization": f"Bearer {answer['access_token']}"}, timeout=10)
    checks.equal("and no other", vault.status_code, 401)
    fresh = requests.get(
        f"{server.base}/tollgate/vault", headers={"Authorization": f"Bearer {token['access_token']}"}, timeout=10)
    checks.equal("which the first opens, a minute after the password", fresh.status_code, 200)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    server = Server(sys.argv[1].rstrip("/"))
    checks = Checks()
    for scenario in [
        discovery, requests_oauthlib, authlib_native, authlib_assertions, authlib_service, authlib_jwt_bearer, device,
        pushed_and_bound, signed_request, exchange,
    ]:
        checks.run(scenario, server)
    checks.end()


main()
