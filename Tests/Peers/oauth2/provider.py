"""An authorization server by Authlib that speaks OAuth 2 alone, on a free port of this machine.

Clients register themselves (RFC 7591) and end that again (RFC 7592); they authenticate by nothing, a secret, or a JWT
(RFC 7523). Codes with PKCE, devices (RFC 8628), client credentials, refresh tokens that rotate, revocation (RFC 7009),
introspection (RFC 7662). Its metadata is that of RFC 8414 and not of OpenID. The first line of standard output is the
address, which is the issuer. The pages have the field `sub`, that of devices also `user_code`, and the buttons `allow`
and `deny`.

With a folder as argument it speaks TLS by `server.pem` and `server.key` in it, and asks for certificates that are
signed by `ca.pem`. Its client `certified` then shows `client.pem` (RFC 8705 §2), and its tokens are bound to it (§3).
"""

import base64
import hashlib
import hmac
import logging
import os
import secrets
import ssl
import sys
import time

import flask
from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7523 import JWTBearerClientAssertion
from authlib.oauth2.rfc7591 import ClientRegistrationEndpoint
from authlib.oauth2.rfc7592 import ClientConfigurationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialDict
from authlib.oauth2.rfc9207 import IssuerParameter
from joserfc.jwk import KeySet, OctKey
from werkzeug.serving import WSGIRequestHandler, make_server

# What is plain http here stays on this machine.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
logging.getLogger("werkzeug").setLevel(logging.ERROR)

SCOPES = ["profile", "notes"]
JWT_METHODS = ["client_secret_jwt", "private_key_jwt"]
AUTHENTICATION = ["client_secret_basic", "client_secret_post", "none", *JWT_METHODS]
DEVICE_CODE = DeviceCodeGrant.GRANT_TYPE
GRANTS = ["authorization_code", "refresh_token", "client_credentials", DEVICE_CODE]


# What is kept


class Client(ClientMixin):
    def __init__(self, info, metadata):
        self.client_info, self.client_metadata = info, metadata
        self.client_id = info["client_id"]
        self.management_token = secrets.token_urlsafe(32)

    def get_client_id(self):
        return self.client_id

    def get_allowed_scope(self, scope):
        return " ".join(name for name in (scope or "").split() if name in SCOPES)

    def check_redirect_uri(self, uri):
        """A port may be any, where the registered address has none: RFC 8252 §7.3."""
        return any(uri == own or (own == "http://127.0.0.1/callback" and uri.startswith("http://127.0.0.1:"))
                   for own in self.client_metadata["redirect_uris"])

    def check_client_secret(self, secret):
        return hmac.compare_digest(self.client_info["client_secret"].encode(), secret.encode())

    def check_endpoint_auth_method(self, method, endpoint):
        own = self.client_metadata.get("token_endpoint_auth_method", "client_secret_basic")
        return method == ("jwt" if own in JWT_METHODS else own)

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in self.client_metadata.get("grant_types", ["authorization_code"])


class User:
    def __init__(self, name):
        self.name = name


class Code(AuthorizationCodeMixin):
    def __init__(self, request):
        asked = request.payload.data
        self.user, self.client, self.scope = request.user, request.client, request.scope
        self.redirect_uri = asked["redirect_uri"]
        self.code_challenge = asked["code_challenge"]
        self.code_challenge_method = asked["code_challenge_method"]

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope


class Token(TokenMixin):
    def __init__(self, issued, request):
        self.issued, self.user, self.client = dict(issued), request.user, request.client
        self.ends, self.revoked = time.time() + issued["expires_in"], False

    def check_client(self, client):
        return self.client is client

    def get_scope(self):
        return self.issued.get("scope", "")

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


class ManagementToken:
    """What allows a client to manage its registration: RFC 7592 §3."""

    def __init__(self, client):
        self.client = client

    def check_client(self, client):
        return self.client is client


CLIENTS, CODES, TOKENS, DEVICES, ANSWERS, ASSERTIONS = {}, {}, [], {}, {}, set()


def token_by(name, text):
    return next((token for token in TOKENS if token.issued.get(name) == text and not token.revoked), None)


# How clients authenticate, and the grants


class Assertion(JWTBearerClientAssertion):
    CLIENT_AUTH_METHOD = "jwt"

    def get_audiences(self):
        # The issuer and nothing else: RFC 7523bis has it so since the attacks on audiences.
        return [ISSUER]

    def validate_jti(self, claims, jti):
        is_new = jti not in ASSERTIONS
        ASSERTIONS.add(jti)
        return is_new

    def resolve_client_public_key(self, client):
        if client.client_metadata["token_endpoint_auth_method"] == "client_secret_jwt":
            return OctKey.import_key(client.client_info["client_secret"])
        return KeySet.import_key_set(client.client_metadata["jwks"])


METHODS = ["client_secret_basic", "client_secret_post", "none", "jwt", "tls_client_auth"]


def thumbprint(der):
    """RFC 8705 §3.1."""
    return base64.urlsafe_b64encode(hashlib.sha256(der).digest()).decode().rstrip("=")


def shown_certificate():
    der = flask.request.environ.get("peer_certificate")
    return thumbprint(der) if der else None


def authenticate_by_certificate(query_client, request):
    client = query_client(request.form.get("client_id", ""))
    if client and shown_certificate() == client.client_metadata.get("certificate"):
        return client


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def save_authorization_code(self, code, request):
        CODES[code] = Code(request)

    def query_authorization_code(self, code, client):
        known = CODES.get(code)
        return known if known and known.client is client else None

    def delete_authorization_code(self, code):
        CODES.pop(next(text for text, known in CODES.items() if known is code))

    def authenticate_user(self, code):
        return code.user


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, text):
        return token_by("refresh_token", text)

    def authenticate_user(self, token):
        return token.user

    def revoke_old_credential(self, token):
        token.revoked = True


class OwnGrant(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS


class DeviceGrant(DeviceCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def query_device_credential(self, device_code):
        return DEVICES.get(device_code)

    def query_user_grant(self, user_code):
        return ANSWERS.get(user_code)

    def should_slow_down(self, credential):
        """The first question is always too early: whoever asks on at the same pace is told so again."""
        now, last = time.monotonic(), credential.get("asked_at")
        credential["asked_at"] = now
        return last is None or now - last < credential["interval"]


class Devices(DeviceAuthorizationEndpoint):
    CLIENT_AUTH_METHODS = METHODS
    INTERVAL = 1

    def get_verification_uri(self):
        return ISSUER + "/device"

    def save_device_credential(self, client_id, scope, data):
        DEVICES[data["device_code"]] = DeviceCredentialDict(
            client_id=client_id, scope=scope, expires_at=time.time() + data["expires_in"], **data)


class Challenge(CodeChallenge):
    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = METHODS

    def query_token(self, text, hint):
        return token_by("access_token", text) or token_by("refresh_token", text)

    def revoke_token(self, token, request):
        token.revoked = True


class Introspection(IntrospectionEndpoint):
    CLIENT_AUTH_METHODS = METHODS

    def query_token(self, text, hint):
        return token_by("access_token", text) or token_by("refresh_token", text)

    def check_permission(self, token, client, request):
        return True

    def introspect_token(self, token):
        return {"active": True, "client_id": token.client.client_id, "scope": token.get_scope(), "iss": ISSUER}


class Bearer(BearerTokenValidator):
    def authenticate_token(self, text):
        token = token_by("access_token", text)
        bound = token and token.client.client_metadata.get("certificate")
        return token if not bound or bound == shown_certificate() else None


class Issuer(IssuerParameter):
    def get_issuer(self):
        return ISSUER


# Registrations


class Registration(ClientRegistrationEndpoint):
    def authenticate_token(self, request):
        return True

    def get_server_metadata(self):
        return METADATA

    def save_client(self, info, metadata, request):
        if metadata.get("token_endpoint_auth_method") in ("none", "private_key_jwt"):
            # Nothing to keep secret: it is given none.
            del info["client_secret"], info["client_secret_expires_at"]
        client = CLIENTS[info["client_id"]] = Client(info, metadata)
        return client

    def create_registration_response(self, request):
        status, body, headers = super().create_registration_response(request)
        client = CLIENTS[body["client_id"]]
        if "client_secret" not in client.client_info:
            del body["client_secret"], body["client_secret_expires_at"]
        return status, body, headers

    def generate_client_registration_info(self, client, request):
        return {
            "registration_client_uri": f"{ISSUER}/register/{client.client_id}",
            "registration_access_token": client.management_token}


class Configuration(ClientConfigurationEndpoint):
    def authenticate_token(self, request):
        shown = request.headers.get("Authorization", "").removeprefix("Bearer ")
        client = next((known for known in CLIENTS.values()
                       if hmac.compare_digest(known.management_token, shown)), None)
        return ManagementToken(client) if client else None

    def authenticate_client(self, request):
        return CLIENTS.get(request.uri.rsplit("/", 1)[-1])

    def revoke_access_token(self, request, token):
        pass

    def check_permission(self, client, request):
        return True

    def delete_client(self, client, request):
        del CLIENTS[client.client_id]

    def get_server_metadata(self):
        return METADATA


def save_token(issued, request):
    TOKENS.append(Token(issued, request))


app = flask.Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
authorization = AuthorizationServer(app, CLIENTS.get, save_token)
authorization.register_client_auth_method("jwt", Assertion())
authorization.register_client_auth_method("tls_client_auth", authenticate_by_certificate)
authorization.register_grant(CodeGrant, [Challenge(required=True)])
for grant in (RefreshGrant, OwnGrant, DeviceGrant):
    authorization.register_grant(grant)
authorization.register_extension(Issuer())
for endpoint in (Devices, Revocation, Introspection, Registration, Configuration):
    authorization.register_endpoint(endpoint)
protector = ResourceProtector()
protector.register_token_validator(Bearer())

PAGE = """<!doctype html><title>Allow?</title><form method="post">
<input name="sub">{field}
<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>"""


@app.get("/.well-known/oauth-authorization-server")
def metadata():
    return METADATA


@app.route("/authorize", methods=["GET", "POST"])
def authorize():
    try:
        grant = authorization.get_consent_grant()
    except OAuth2Error as error:
        return authorization.handle_error_response(None, error)
    if flask.request.method == "GET":
        return PAGE.format(field="")
    form = flask.request.form
    user = User(form["sub"]) if form["decision"] == "allow" else None
    return authorization.create_authorization_response(grant_user=user, grant=grant)


@app.route("/device", methods=["GET", "POST"])
def device():
    if flask.request.method == "GET":
        return PAGE.format(field='<input name="user_code">')
    form = flask.request.form
    if not any(known["user_code"] == form["user_code"] for known in DEVICES.values()):
        return "No such code.", 404
    ANSWERS[form["user_code"]] = (User(form["sub"]), form["decision"] == "allow")
    return "You can go back to your device."


@app.post("/token")
def token():
    return authorization.create_token_response()


@app.get("/userinfo")
@protector("profile")
def userinfo():
    from authlib.integrations.flask_oauth2 import current_token
    return {"sub": current_token.user.name, "name": current_token.user.name.capitalize()}


@app.route("/register/<client_id>", methods=["GET", "PUT", "DELETE"])
def registration(client_id):
    return authorization.create_endpoint_response("client_configuration")


def serve(path, name):
    app.add_url_rule(
        path, name, lambda: authorization.create_endpoint_response(name), methods=["POST"])


for path, name in (("/device_authorization", "device_authorization"), ("/revoke", "revocation"),
                   ("/introspect", "introspection"), ("/register", "client_registration")):
    serve(path, name)

class Handler(WSGIRequestHandler):
    def make_environ(self):
        return {**super().make_environ(), "peer_certificate": (
            self.connection.getpeercert(binary_form=True) if isinstance(self.connection, ssl.SSLSocket) else None)}


def transport(folder):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=f"{folder}/ca.pem")
    context.load_cert_chain(f"{folder}/server.pem", f"{folder}/server.key")
    # Only who authenticates by it must show one.
    context.verify_mode = ssl.CERT_OPTIONAL
    with open(f"{folder}/client.pem") as file:
        certificate = thumbprint(ssl.PEM_cert_to_DER_cert(file.read()))
    CLIENTS["certified"] = Client({"client_id": "certified"}, {
        "redirect_uris": ["http://127.0.0.1/callback"], "grant_types": GRANTS, "certificate": certificate,
        "token_endpoint_auth_method": "tls_client_auth"})
    return context


context = transport(sys.argv[1]) if len(sys.argv) > 1 else None
server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Handler, ssl_context=context)
ISSUER = f"http{'s' if context else ''}://127.0.0.1:{server.server_port}"
METADATA = {
    "issuer": ISSUER, "authorization_endpoint": ISSUER + "/authorize", "token_endpoint": ISSUER + "/token",
    "device_authorization_endpoint": ISSUER + "/device_authorization", "userinfo_endpoint": ISSUER + "/userinfo",
    "registration_endpoint": ISSUER + "/register", "revocation_endpoint": ISSUER + "/revoke",
    "introspection_endpoint": ISSUER + "/introspect", "response_types_supported": ["code"],
    "grant_types_supported": GRANTS, "scopes_supported": SCOPES, "code_challenge_methods_supported": ["S256"],
    "token_endpoint_auth_methods_supported": AUTHENTICATION + (["tls_client_auth"] if context else []),
    "tls_client_certificate_bound_access_tokens": context is not None,
    "token_endpoint_auth_signing_alg_values_supported": ["ES256", "RS256", "HS256"],
    "authorization_response_iss_parameter_supported": True}
print(ISSUER, flush=True)
server.serve_forever()
