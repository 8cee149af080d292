"""Canaille, an identity provider with pages of its own, in memory on a free port of this machine.

Usage: canaille_provider.py

The first line of standard output is the issuer. zoe signs in with "stone-stile"; any program may register itself.
"""

import logging
import socket

from werkzeug.serving import WSGIRequestHandler, make_server

import canaille
from canaille.app import models
from canaille.backends import Backend


class Quiet(WSGIRequestHandler):
    def log(self, *arguments):
        pass


def main():
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    configuration = {
        # Without its own name it fails where a client shows a wrong secret.
        "SECRET_KEY": "not-real", "SERVER_NAME": f"127.0.0.1:{port}", "PREFERRED_URL_SCHEME": "http",
        "CANAILLE": {"DATABASE": "memory", "JAVASCRIPT": False, "HTMX": False},
        "CANAILLE_OIDC": {"DYNAMIC_CLIENT_REGISTRATION_OPEN": True, "TRUSTED_DOMAINS": []},
    }
    application = canaille.create_app(config=configuration, env_file=None)
    logging.disable(logging.CRITICAL)
    with application.app_context(), Backend.instance.session():
        zoe = models.User(
            user_name="zoe", family_name="Lukasik", formatted_name="Zoe", emails=["zoe@example.com"],
            password="stone-stile")
        Backend.instance.save(zoe)
    server = make_server(
        "127.0.0.1", port, application, threaded=True, request_handler=Quiet, fd=listening.fileno())
    print(f"http://127.0.0.1:{port}", flush=True)
    server.serve_forever()


main()
