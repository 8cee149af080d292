"""Foreign servers: oauthlib's endpoints and Authlib's provider, over one small set of records."""

import secrets

from authlib.common.urls import url_encode
from authlib.oauth1 import AuthorizationServer, OAuth1Request, ResourceProtector, TemporaryCredential
from authlib.oauth1.rfc5849.errors import OAuth1Error
from authlib.oauth1.rfc5849.models import ClientMixin, TokenCredentialMixin
from oauthlib.oauth1 import (
    SIGNATURE_HMAC_SHA1, SIGNATURE_HMAC_SHA256, SIGNATURE_HMAC_SHA512, SIGNATURE_PLAINTEXT, SIGNATURE_RSA_SHA1,
    SIGNATURE_RSA_SHA256, SIGNATURE_RSA_SHA512, AccessTokenEndpoint, AuthorizationEndpoint, OAuth1Error as OAuthlibError,
    RequestTokenEndpoint, RequestValidator, ResourceEndpoint,
)

CONSUMER_KEY, CONSUMER_SECRET = "wayleave-consumer-0001", "c&o nsumer/secret+\u00e9"
TOKEN, TOKEN_SECRET = "wayleave-token-00000001", "t=oken secret%"
CALLBACK = "https://app.example.com/cb?x=1"


def serve(task):
    request = (task["url"], task["http_method"], task.get("body") or "", task["headers"])
    return {"oauthlib": OAUTHLIB, "authlib": AUTHLIB}[task["by"]](task["at"], *request, public_key=task.get("public_key"))


def random_text():
    return secrets.token_hex(12)


# oauthlib


class Validator(RequestValidator):
    """Lengths of keys, nonces and verifiers are those that oauthlib asks for when nobody says otherwise."""

    allowed_signature_methods = (
        SIGNATURE_HMAC_SHA1, SIGNATURE_HMAC_SHA256, SIGNATURE_HMAC_SHA512, SIGNATURE_PLAINTEXT, SIGNATURE_RSA_SHA1,
        SIGNATURE_RSA_SHA256, SIGNATURE_RSA_SHA512)
    realms = []
    dummy_client = dummy_request_token = dummy_access_token = "dummy-dummy-dummy-dummy"

    def __init__(self):
        super().__init__()
        self.temporary, self.tokens, self.nonces = {}, {TOKEN: TOKEN_SECRET}, set()
        self.public_key = None

    def check_client_key(self, key):
        return 20 <= len(key) <= 30

    def check_request_token(self, token):
        return bool(token)

    def check_access_token(self, token):
        return bool(token)

    def check_verifier(self, verifier):
        return bool(verifier)

    def validate_client_key(self, key, request):
        return key == CONSUMER_KEY

    def validate_request_token(self, key, token, request):
        return token in self.temporary

    def validate_access_token(self, key, token, request):
        return token in self.tokens

    def validate_timestamp_and_nonce(self, key, timestamp, nonce, request, request_token=None, access_token=None):
        use = (key, timestamp, nonce, request_token, access_token)
        fresh = use not in self.nonces
        self.nonces.add(use)
        return fresh

    def validate_redirect_uri(self, key, uri, request):
        return uri in (CALLBACK, "oob")

    def validate_requested_realms(self, key, realms, request):
        return True

    def validate_realms(self, key, token, request, uri=None, realms=None):
        return True

    def validate_verifier(self, key, token, verifier, request):
        return secrets.compare_digest(self.temporary[token]["verifier"], verifier)

    def get_client_secret(self, key, request):
        return CONSUMER_SECRET

    def get_rsa_key(self, key, request):
        return self.public_key

    def get_request_token_secret(self, key, token, request):
        return self.temporary.get(token, {}).get("secret", "")

    def get_access_token_secret(self, key, token, request):
        return self.tokens.get(token, "")

    def get_default_realms(self, key, request):
        return []

    def get_realms(self, token, request):
        return []

    def get_redirect_uri(self, token, request):
        return self.temporary[token]["callback"]

    def verify_request_token(self, token, request):
        return token in self.temporary

    def save_request_token(self, token, request):
        self.temporary[token["oauth_token"]] = {
            "secret": token["oauth_token_secret"], "callback": request.redirect_uri, "verifier": random_text()}

    def save_verifier(self, token, verifier, request):
        self.temporary[token]["verifier"] = verifier["oauth_verifier"]

    def save_access_token(self, token, request):
        self.tokens[token["oauth_token"]] = token["oauth_token_secret"]

    def invalidate_request_token(self, key, token, request):
        del self.temporary[token]


class Oauthlib:
    def __init__(self):
        self.validator = Validator()

    def __call__(self, at, url, method, body, headers, public_key):
        self.validator.public_key = public_key
        try:
            answer = getattr(self, at)(url, method, body, headers)
        except OAuthlibError as error:
            answer = {}, error.urlencoded, error.status_code
        return {"status": answer[2], "headers": dict(answer[0]), "body": answer[1] or ""}

    def temporary(self, *request):
        return RequestTokenEndpoint(self.validator).create_request_token_response(*request)

    def authorize(self, *request):
        return AuthorizationEndpoint(self.validator).create_authorization_response(*request)

    def token(self, *request):
        return AccessTokenEndpoint(self.validator).create_access_token_response(*request)

    def resource(self, *request):
        valid, _ = ResourceEndpoint(self.validator).validate_protected_resource_request(*request)
        return {}, "", 200 if valid else 401


# Authlib


class Consumer(ClientMixin):
    def __init__(self, public_key):
        self.public_key = public_key

    def get_default_redirect_uri(self):
        return CALLBACK

    def get_client_secret(self):
        return CONSUMER_SECRET

    def get_rsa_public_key(self):
        return self.public_key


class Token(TokenCredentialMixin):
    def __init__(self, token, secret):
        self.token, self.secret = token, secret

    def get_oauth_token(self):
        return self.token

    def get_oauth_token_secret(self):
        return self.secret


class Records:
    SUPPORTED_SIGNATURE_METHODS = ["HMAC-SHA1", "PLAINTEXT", "RSA-SHA1"]
    temporary, tokens, nonces, public_key = {}, {TOKEN: Token(TOKEN, TOKEN_SECRET)}, set(), None

    def get_client_by_id(self, key):
        return Consumer(self.public_key) if key == CONSUMER_KEY else None

    def exists_nonce(self, nonce, request):
        use = (nonce, request.timestamp, request.client_id, request.token)
        seen = use in self.nonces
        self.nonces.add(use)
        return seen


class Provider(Records, AuthorizationServer):
    def create_oauth1_request(self, request):
        url, method, body, headers = request
        return OAuth1Request(method, url, body, headers)

    def handle_response(self, status, payload, headers):
        return dict(headers), url_encode(payload) if payload else "", status

    def create_temporary_credential(self, request):
        credential = TemporaryCredential({
            "oauth_token": random_text(), "oauth_token_secret": random_text(), "client_id": request.client_id,
            "oauth_callback": request.redirect_uri})
        self.temporary[credential.get_oauth_token()] = credential
        return credential

    def get_temporary_credential(self, request):
        return self.temporary.get(request.token)

    def delete_temporary_credential(self, request):
        self.temporary.pop(request.token, None)

    def create_authorization_verifier(self, request):
        request.credential["oauth_verifier"] = random_text()
        return request.credential["oauth_verifier"]

    def create_token_credential(self, request):
        credential = Token(random_text(), random_text())
        self.tokens[credential.token] = credential
        return credential


class Resource(Records, ResourceProtector):
    def get_token_credential(self, request):
        return self.tokens.get(request.token)


class Authlib:
    def __call__(self, at, url, method, body, headers, public_key):
        Records.public_key = public_key
        answer = getattr(self, at)(url, method, body, headers)
        return {"status": answer[2], "headers": answer[0], "body": answer[1]}

    def temporary(self, *request):
        return Provider().create_temporary_credentials_response(request)

    def authorize(self, *request):
        return Provider().create_authorization_response(request, grant_user="ada")

    def token(self, *request):
        return Provider().create_token_response(request)

    def resource(self, url, method, body, headers):
        try:
            Resource().validate_request(method, url, body, headers)
        except OAuth1Error as error:
            return {}, url_encode(error.get_body()), error.status_code
        return {}, "", 200


OAUTHLIB, AUTHLIB = Oauthlib(), Authlib()
