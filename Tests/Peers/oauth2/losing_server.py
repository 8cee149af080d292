"""An authorization server that loses a protection, on a free port of this machine.

It gives tokens to whoever asks, at once to devices too. Its metadata promise PKCE by S256 until it is told
`POST /lose`. The first line of standard output is the address.
"""

from json_server import JSONAnswers, serve


class Server(JSONAnswers):
    lost = False

    @property
    def base(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        if self.path == "/device":
            self.answer({
                "device_code": "not-a-real-code", "user_code": "WDJB-MJHT", "verification_uri": self.base + "/go",
                "expires_in": 60, "interval": 1,
            })
            return
        if self.path == "/lose":
            Server.lost = True
        self.answer({"access_token": "not-a-real-token", "token_type": "Bearer", "expires_in": 3600})

    def do_GET(self):
        if self.path != "/.well-known/oauth-authorization-server":
            self.send_error(404)
            return
        metadata = {
            "issuer": self.base, "token_endpoint": self.base + "/token",
            "device_authorization_endpoint": self.base + "/device", "response_types_supported": ["code"],
        }
        if not Server.lost:
            metadata["code_challenge_methods_supported"] = ["S256"]
        self.answer(metadata)


serve(Server)
