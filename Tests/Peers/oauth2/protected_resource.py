"""Others as issuers of access tokens, and the MCP SDK as the client of an API: a list of tasks in, a list of answers out,
as JSON. No network.

{"do": "authlib", "key": {…}, "issuer": …, "audience": …}    answers an access token of Authlib's (RFC 9068)
{"do": "idpyoidc", the same}                                 answers one of idpyoidc's, whose header has no type
{"do": "mcp", "audience": …}                                 signs in at the MCP SDK's authorization server, and answers its
                                                             opaque token and what the SDK knows of it: "token", "claims"
{"do": "read", "status": …, "fields": […], "metadata": {…}}   answers what the SDK reads in a refusal and in the metadata:
                                                             "scope", "resource_metadata", "resource", "servers", "scopes"
"""

import asyncio
import base64
import hashlib
import json
import logging
import pathlib
import sys
from urllib.parse import parse_qs, urlsplit

# What a task needs of others is imported there: each of them takes a while.
logging.disable(logging.CRITICAL)


def authlib(task):
    from authlib.oauth2.rfc9068 import JWTBearerTokenGenerator

    class Client:
        def get_client_id(self):
            return "app"

    class User:
        def get_user_id(self):
            return "ravi"

    class Issuer(JWTBearerTokenGenerator):
        def get_jwks(self):
            return task["key"]

        def get_audiences(self, client, user, scope):
            return [task["audience"]]

        def get_acr(self, user):
            return "silver"

    return Issuer(task["issuer"], alg="ES256").access_token_generator(
        Client(), "authorization_code", User(), "notes.read notes.write")


def idpyoidc(task):
    from cryptojwt import KeyJar
    from idpyoidc.server.token.jwt_token import JWTToken

    keys = KeyJar()
    for owner in ("", task["issuer"]):
        keys.import_jwks({"keys": [task["key"]]}, owner)

    class Context:
        issuer, cdb = task["issuer"], {}

    mint = JWTToken("access_token", upstream_get=lambda kind, *name: Context if kind == "context" else keys, lifetime=3600)
    return mint(
        session_id="1", sub="ravi", client_id="app", aud=[task["audience"]], scope=["notes.read", "notes.write"])


def mcp(task):
    return asyncio.run(signed_in(task["audience"]))


async def signed_in(audience):
    import httpx
    from mcp.server.auth.provider import ProviderTokenVerifier

    sys.path.append(str(pathlib.Path(__file__).parent.parent / "strangers"))
    import mcp_server

    base, callback, verifier = "https://as.example", "http://127.0.0.1:9/callback", "v" * 43
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    keeper = mcp_server.Keeper(base)
    network = httpx.ASGITransport(mcp_server.api(keeper, base))
    async with httpx.AsyncClient(transport=network, base_url=base) as user:
        client = (await user.post("/register", json={
            "redirect_uris": [callback], "token_endpoint_auth_method": "none", "scope": "notes"})).json()
        asked = await user.get("/authorize", params={
            "client_id": client["client_id"], "redirect_uri": callback, "response_type": "code", "scope": "notes",
            "state": "1", "resource": audience, "code_challenge": challenge, "code_challenge_method": "S256"})
        question = parse_qs(urlsplit(asked.headers["location"]).query)["question"][0]
        decided = await user.post("/decide", data={"question": question, "decision": "allow"})
        code = parse_qs(urlsplit(decided.headers["location"]).query)["code"][0]
        issued = (await user.post("/token", data={
            "grant_type": "authorization_code", "client_id": client["client_id"], "code": code,
            "redirect_uri": callback, "code_verifier": verifier, "resource": audience})).json()
    known = await ProviderTokenVerifier(keeper).verify_token(issued["access_token"])
    # An endpoint for the question is the server's own business: RFC 7662 §2.2 names the members.
    return {"token": issued["access_token"], "claims": {
        "active": known is not None, "client_id": known.client_id, "scope": " ".join(known.scopes),
        "exp": known.expires_at, "aud": known.resource, "token_type": issued["token_type"]}}


def read(task):
    import httpx
    from mcp.client.auth import utils
    from mcp.shared.auth import ProtectedResourceMetadata

    response = httpx.Response(task["status"], headers=[("WWW-Authenticate", value) for value in task["fields"]])
    metadata = ProtectedResourceMetadata.model_validate(task["metadata"])
    return {
        "scope": utils.extract_scope_from_www_auth(response),
        "resource_metadata": utils.extract_resource_metadata_from_www_auth(response),
        "resource": str(metadata.resource),
        "servers": [str(server) for server in metadata.authorization_servers],
        "scopes": metadata.scopes_supported,
    }


json.dump([globals()[task["do"]](task) for task in json.load(sys.stdin)], sys.stdout)
