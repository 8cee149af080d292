"""The MCP Python SDK as authorization server and as the API that it protects, with a page where the user decides.

Usage: mcp_server.py [LIFETIME_OF_ACCESS_TOKENS [streams]]

A free port of this machine; the first line of standard output is the address of the API. Programs register themselves.
The SDK checks clients, codes, PKCE and challenges; what is kept, and the page, are here. /told shows what has been seen:
how often tokens were issued, which are revoked, how many calls were cancelled, and for each call of a tool the revision
that its request names. With "streams" it has sessions, and
answers by event streams.
"""

import html
import secrets
import socket
import sys
import time

import anyio
import uvicorn
from mcp.server.auth.provider import (
    AccessToken, AuthorizationCode, RefreshToken, construct_redirect_uri)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.auth import OAuthToken
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse

REGISTRATION = ClientRegistrationOptions(enabled=True, valid_scopes=["notes", "birds"], default_scopes=["notes"])
LIFETIME = int(sys.argv[1]) if len(sys.argv) > 1 else 3600
STREAMS = "streams" in sys.argv[2:]


class Keeper:
    """What an authorization server of the SDK keeps: clients, questions, codes and tokens."""

    def __init__(self, base):
        self.base = base
        self.clients, self.questions, self.codes, self.refresh, self.access = {}, {}, {}, {}, {}
        self.resources, self.issued, self.cancelled, self.revisions = [], 0, 0, []

    async def get_client(self, client_id):
        return self.clients.get(client_id)

    async def register_client(self, client_info):
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client, params):
        question = secrets.token_urlsafe(16)
        self.questions[question] = (client, params)
        self.resources.append(params.resource)
        return f"{self.base}/decide?question={question}"

    def decided(self, question, decision):
        client, params = self.questions.pop(question)
        errors = {"deny": "access_denied", "refuse": "unauthorized_client"}
        if decision in errors:
            return construct_redirect_uri(str(params.redirect_uri), error=errors[decision], state=params.state)
        code = AuthorizationCode(
            code=secrets.token_urlsafe(32), scopes=params.scopes or [], expires_at=time.time() + 60,
            client_id=client.client_id, code_challenge=params.code_challenge, redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly, resource=params.resource)
        self.codes[code.code] = code
        return construct_redirect_uri(str(params.redirect_uri), code=code.code, state=params.state)

    async def load_authorization_code(self, client, authorization_code):
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(self, client, authorization_code):
        del self.codes[authorization_code.code]
        return self.tokens(client.client_id, authorization_code.scopes, authorization_code.resource)

    async def load_refresh_token(self, client, refresh_token):
        return self.refresh.get(refresh_token)

    async def exchange_refresh_token(self, client, refresh_token, scopes):
        # Each refresh token serves once.
        del self.refresh[refresh_token.token]
        return self.tokens(client.client_id, scopes, refresh_token.resource)

    def tokens(self, client_id, scopes, resource):
        self.issued += 1
        access = AccessToken(
            token=secrets.token_urlsafe(32), client_id=client_id, scopes=scopes, resource=resource,
            expires_at=int(time.time()) + LIFETIME)
        refresh = RefreshToken(token=secrets.token_urlsafe(32), client_id=client_id, scopes=scopes, resource=resource)
        self.access[access.token], self.refresh[refresh.token] = access, refresh
        return OAuthToken(
            access_token=access.token, expires_in=LIFETIME, scope=" ".join(scopes), refresh_token=refresh.token)

    async def load_access_token(self, token):
        return self.access.get(token)

    async def revoke_token(self, token):
        """Ends the grant, whichever of its tokens came."""
        for kept in (self.access, self.refresh):
            for name in [name for name, each in kept.items() if each.client_id == token.client_id]:
                del kept[name]

    async def decide(self, request):
        """The page where the user decides."""
        if request.method == "GET":
            question = html.escape(request.query_params["question"])
            return HTMLResponse(
                f'<form method="post" action="/decide"><input type="hidden" name="question" value="{question}">'
                '<button name="decision" value="allow">Allow</button>'
                '<button name="decision" value="deny">Deny</button>'
                '<button name="decision" value="refuse">Refuse the client</button></form>')
        form = await request.form()
        return RedirectResponse(self.decided(form["question"], form["decision"]), 303)


def api(keeper, base):
    server = MCPServer(
        "Notes", auth_server_provider=keeper,
        auth=AuthSettings(
            issuer_url=base, resource_server_url=base + "/mcp", required_scopes=["notes"], validate_token_resource=True,
            client_registration_options=REGISTRATION, revocation_options=RevocationOptions(enabled=True)))

    add_tools(server, keeper)
    server.custom_route("/decide", methods=["GET", "POST"])(keeper.decide)

    @server.custom_route("/told", methods=["GET"])
    async def told(request):
        return JSONResponse({
            "resources": keeper.resources, "issued": keeper.issued, "clients": len(keeper.clients),
            "live": len(keeper.access) + len(keeper.refresh), "cancelled": keeper.cancelled,
            "revisions": keeper.revisions})

    @server.custom_route("/expire", methods=["POST"])
    async def expire(request):
        keeper.access.clear()
        return JSONResponse({})

    @server.custom_route("/forget", methods=["POST"])
    async def forget(request):
        keeper.access.clear()
        keeper.refresh.clear()
        return JSONResponse({})

    return server.streamable_http_app(json_response=not STREAMS, stateless_http=not STREAMS)


def add_tools(server, keeper):
    @server.tool()
    def read_notes(context: Context) -> str:
        keeper.revisions.append(context.headers.get("mcp-protocol-version"))
        return "mend the gate"

    @server.tool()
    async def count(to: int, context: Context) -> str:
        for number in range(to):
            await context.report_progress(number + 1, to)
        return f"counted to {to}"

    @server.tool()
    async def wait(context: Context) -> str:
        await context.report_progress(1)
        try:
            await anyio.sleep_forever()
        except anyio.get_cancelled_exc_class():
            keeper.cancelled += 1
            raise


def main():
    listening = socket.create_server(("127.0.0.1", 0))
    base = f"http://127.0.0.1:{listening.getsockname()[1]}"
    application = api(Keeper(base), base)
    print(base + "/mcp", flush=True)
    uvicorn.Server(uvicorn.Config(application, log_level="critical")).run(sockets=[listening])


if __name__ == "__main__":
    main()
