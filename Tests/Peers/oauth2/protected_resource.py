"""Authlib as the issuer of access tokens, and the MCP SDK as the client of an API: a list of tasks in, a list of answers
out, as JSON. No network.

{"do": "mint", "key": {…}, "issuer": …, "audience": …}       answers an access token of Authlib's (RFC 9068)
{"do": "read", "status": …, "fields": […], "metadata": {…}}   answers what the SDK reads in a refusal and in the metadata:
                                                             "scope", "resource_metadata", "resource", "servers", "scopes"
"""

import json
import sys

import httpx
from authlib.oauth2.rfc9068 import JWTBearerTokenGenerator
from mcp.client.auth import utils
from mcp.shared.auth import ProtectedResourceMetadata


class Client:
    def get_client_id(self):
        return "app"


class User:
    def get_user_id(self):
        return "ravi"


class Issuer(JWTBearerTokenGenerator):
    def __init__(self, task):
        super().__init__(task["issuer"], alg="ES256")
        self.task = task

    def get_jwks(self):
        return self.task["key"]

    def get_audiences(self, client, user, scope):
        return [self.task["audience"]]

    def get_acr(self, user):
        return "silver"


def mint(task):
    return Issuer(task).access_token_generator(Client(), "authorization_code", User(), "notes.read notes.write")


def read(task):
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
