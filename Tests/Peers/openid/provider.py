"""A provider of OpenID Connect by Authlib's authorization server, on a free port of this machine.

Discovery, keys, authorization with one page, PKCE by S256, tokens with a refresh token that rotates, UserInfo and
revocation. The first line of standard output is the address, which is the issuer.

The page asks for a `sub`, the user, and for a `fault`: how the provider is to break its word in this one sign-in, by a
name of `FAULTS` or of `OTHER_FAULTS`; empty for not at all. Its buttons are `allow` and `deny`.
"""

import base64
import hashlib
import hmac
import json
import logging
import os
import re
import time

import flask
from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9207 import IssuerParameter
from authlib.oidc.core import AuthorizationCodeMixin, OpenIDCode, OpenIDToken, UserInfo, UserInfoEndpoint
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, RSAKey
from werkzeug.serving import make_server

# What is plain http here stays on this machine.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
logging.getLogger("werkzeug").setLevel(logging.ERROR)

KEYS = {
    "ES256": ECKey.generate_key("P-256", {"kid": "e", "use": "sig", "alg": "ES256"}),
    "RS256": RSAKey.generate_key(2048, {"kid": "r", "use": "sig", "alg": "RS256"})}
PUBLISHED = KeySet(list(KEYS.values()))
SCOPES = ["openid", "profile", "email"]
AUTHENTICATION = ["client_secret_basic", "client_secret_post", "none"]


# What is kept


class Client(ClientMixin):
    """Any address of this machine is its redirect URI, whatever the port: RFC 8252 §7.3."""

    def __init__(self, client_id, secret, algorithm):
        self.client_id, self.secret, self.id_token_signed_response_alg = client_id, secret, algorithm
        self.client_metadata = {}

    def get_client_id(self):
        return self.client_id

    def get_allowed_scope(self, scope):
        return " ".join(name for name in (scope or "").split() if name in SCOPES)

    def check_redirect_uri(self, uri):
        return re.match(r"http://(127\.0\.0\.1|\[::1\]):\d+/", uri) is not None

    def check_client_secret(self, secret):
        return self.secret is not None and hmac.compare_digest(self.secret.encode(), secret.encode())

    def check_endpoint_auth_method(self, method, endpoint):
        return (method == "none") == (self.secret is None)

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in ("authorization_code", "refresh_token")


class User:
    """Somebody who has just allowed something, and the fault that was ordered with it."""

    def __init__(self, name, fault):
        self.name, self.fault, self.signed_in_at = name, fault, int(time.time())


class Code(AuthorizationCodeMixin):
    def __init__(self, request):
        asked = request.payload.data
        self.user, self.client, self.scope = request.user, request.client, request.scope
        self.redirect_uri, self.nonce = asked["redirect_uri"], asked.get("nonce")
        self.code_challenge = asked.get("code_challenge")
        self.code_challenge_method = asked.get("code_challenge_method")

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return self.user.signed_in_at


class Token(TokenMixin):
    def __init__(self, issued, request):
        self.issued, self.user, self.client = dict(issued), request.user, request.client
        self.scope = issued["scope"]
        self.ends, self.revoked = time.time() + issued["expires_in"], False

    def check_client(self, client):
        return self.client is client

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return self.issued["expires_in"]

    def is_expired(self):
        return time.time() > self.ends

    def is_revoked(self):
        return self.revoked

    def get_user(self):
        return self.user

    def get_client(self):
        return self.client


CLIENTS = {client.client_id: client for client in (
    Client("signs-es256", "e+cret/of:es256%", "ES256"), Client("signs-rs256", "secret-of-rs256", "RS256"),
    Client("public", None, "ES256"))}
CODES, TOKENS, NONCES = {}, [], set()


def token_by(name, text):
    return next((token for token in TOKENS if token.issued.get(name) == text and not token.revoked), None)


# What the ID token says, and how it is made false


def signed(claims, algorithm, key=None, **header):
    key = key or KEYS[algorithm]
    return jwt.encode({"alg": algorithm, "kid": KEYS[algorithm].kid, **header}, claims, key, [algorithm])


def unsigned(claims, algorithm):
    return ".".join([part({"alg": "none"}), part(claims), ""])


def keyed_with_public_key(claims, algorithm):
    """The published key, taken for the secret of an HMAC."""
    text = f"{part({'alg': 'HS256', 'kid': KEYS[algorithm].kid})}.{part(claims)}"
    code = hmac.digest(KEYS[algorithm].as_pem(private=False), text.encode(), hashlib.sha256)
    return f"{text}.{base64url(code)}"


def by_other_key(claims, algorithm, **header):
    key = ECKey.generate_key("P-256") if algorithm == "ES256" else RSAKey.generate_key(2048)
    return signed(claims, algorithm, key, **header)


def saying(**changes):
    return lambda claims, algorithm: signed({**claims, **changes}, algorithm)


def without(name):
    return lambda claims, algorithm: signed({n: value for n, value in claims.items() if n != name}, algorithm)


def part(value):
    return base64url(json.dumps(value).encode())


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


FAULTS = {
    "other_nonce": saying(nonce="another"), "no_nonce": without("nonce"), "other_audience": saying(aud=["somebody"]),
    "another_audience_too": saying(aud=["signs-es256", "signs-rs256", "public", "somebody"]),
    "other_issuer": saying(iss="http://127.0.0.1:1"), "other_access_token": saying(at_hash="AAAAAAAAAAAAAAAAAAAAAA"),
    "expired": saying(iat=int(time.time()) - 7200, exp=int(time.time()) - 3600), "no_subject": without("sub"),
    "unpublished_key": lambda claims, algorithm: by_other_key(claims, algorithm, kid="x"),
    "forged": by_other_key, "unsigned": unsigned, "keyed_with_public_key": keyed_with_public_key,
}
# `other_user_renewed`: in the ID token of a refresh. `other_user_info`: in UserInfo. `no_id_token`: none comes.
OTHER_FAULTS = ["other_user_renewed", "other_user_info", "no_id_token"]


class Signing(OpenIDToken):
    """The ID token of a refresh."""

    def resolve_client_private_key(self, client):
        return KEYS[client.id_token_signed_response_alg]

    def get_encode_header(self, client):
        return {"alg": client.id_token_signed_response_alg, "kid": self.resolve_client_private_key(client).kid}

    def get_client_claims(self, client):
        return {"iss": ISSUER}

    def get_compatible_claims(self, request):
        # OpenID Connect Core §12.2: also in a refresh it is the time of the sign-in; Authlib puts that of the token.
        return {**super().get_compatible_claims(request), "auth_time": request.user.signed_in_at}

    def generate_user_info(self, user, scope):
        return {"sub": "mallory" if user.fault == "other_user_renewed" else user.name}


class SigningFirst(Signing, OpenIDCode):
    """The ID token of a sign-in, and its faults."""

    def exists_nonce(self, nonce, request):
        return nonce in NONCES

    def generate_user_info(self, user, scope):
        return {"sub": user.name}

    def encode_id_token(self, token, request):
        honest = super().encode_id_token(token, request)
        fault, algorithm = FAULTS.get(request.user.fault), request.client.id_token_signed_response_alg
        return fault(jwt.decode(honest, PUBLISHED, [algorithm]).claims, algorithm) if fault else honest

    def process_token(self, grant, response):
        token = super().process_token(grant, response)
        if grant.request.user.fault == "no_id_token":
            del token["id_token"]
        return token


# The endpoints


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = AUTHENTICATION

    def save_authorization_code(self, code, request):
        NONCES.add(request.payload.data["nonce"])
        CODES[code] = Code(request)

    def query_authorization_code(self, code, client):
        known = CODES.get(code)
        return known if known and known.client is client else None

    def delete_authorization_code(self, code):
        CODES.pop(next(text for text, known in CODES.items() if known is code))

    def authenticate_user(self, code):
        return code.user


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = AUTHENTICATION
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, text):
        return token_by("refresh_token", text)

    def authenticate_user(self, token):
        return token.user

    def revoke_old_credential(self, token):
        token.revoked = True


class Challenge(CodeChallenge):
    DEFAULT_CODE_CHALLENGE_METHOD = "S256"
    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = AUTHENTICATION

    def query_token(self, text, hint):
        return token_by("access_token", text) or token_by("refresh_token", text)

    def revoke_token(self, token, request):
        token.revoked = True


class Bearer(BearerTokenValidator):
    def authenticate_token(self, text):
        return token_by("access_token", text)


class AboutUser(UserInfoEndpoint):
    def generate_user_info(self, user, scope):
        name = "mallory" if user.fault == "other_user_info" else user.name
        return UserInfo(
            sub=name, name=name.capitalize(), preferred_username=name, email=f"{name}@authlib.invalid").filter(scope)


class Issuer(IssuerParameter):
    def get_issuer(self):
        return ISSUER


def save_token(issued, request):
    TOKENS.append(Token(issued, request))


app = flask.Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
app.config["OAUTH2_TOKEN_EXPIRES_IN"] = {"authorization_code": 3600}
authorization = AuthorizationServer(app, CLIENTS.get, save_token)
authorization.register_grant(CodeGrant, [Challenge(), SigningFirst(require_nonce=True)])
authorization.register_grant(RefreshGrant, [Signing()])
authorization.register_extension(Issuer())
authorization.register_endpoint(Revocation)
protector = ResourceProtector()
protector.register_token_validator(Bearer())
authorization.register_endpoint(AboutUser(resource_protector=protector))

PAGE = """<!doctype html><title>Allow?</title><form method="post">
<input name="sub"><input name="fault">
<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>"""


@app.get("/.well-known/openid-configuration")
def metadata():
    return {
        "issuer": ISSUER, "authorization_endpoint": ISSUER + "/authorize", "token_endpoint": ISSUER + "/token",
        "jwks_uri": ISSUER + "/jwks", "userinfo_endpoint": ISSUER + "/userinfo",
        "revocation_endpoint": ISSUER + "/revoke", "revocation_endpoint_auth_methods_supported": AUTHENTICATION,
        "response_types_supported": ["code"], "subject_types_supported": ["public"], "scopes_supported": SCOPES,
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256"], "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": AUTHENTICATION,
        "authorization_response_iss_parameter_supported": True}


@app.get("/jwks")
def keys():
    return PUBLISHED.as_dict(private=False)


@app.route("/authorize", methods=["GET", "POST"])
def authorize():
    try:
        grant = authorization.get_consent_grant()
    except OAuth2Error as error:
        return authorization.handle_error_response(None, error)
    if flask.request.method == "GET":
        return PAGE
    form = flask.request.form
    if form["fault"] not in ["", *FAULTS, *OTHER_FAULTS]:
        return f"There is no fault named {form['fault']!r}", 400
    user = User(form["sub"], form["fault"]) if form.get("decision") == "allow" else None
    return authorization.create_authorization_response(grant_user=user, grant=grant)


@app.post("/token")
def token():
    return authorization.create_token_response()


@app.route("/userinfo", methods=["GET", "POST"])
def userinfo():
    return authorization.create_endpoint_response("userinfo")


@app.post("/revoke")
def revoke():
    return authorization.create_endpoint_response("revocation")


server = make_server("127.0.0.1", 0, app, threaded=True)
ISSUER = f"http://127.0.0.1:{server.server_port}"
print(ISSUER, flush=True)
server.serve_forever()
