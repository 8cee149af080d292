"""The MCP Python SDK on two hosts: an API, and the authorization server for it. The user's machine is a third one.

Usage, as root: unshare -m -n python3 mcp_hosts.py FOLDER

Each host has a network namespace of its own, which a pair of virtual interfaces joins to the user's. That is the one in
which this starts, with names in an /etc/hosts of its own. FOLDER gets ca.pem. The first line of standard output names
the process whose namespaces the user has to enter; a line of JSON at the end says what the hosts have seen.

https://notes.example/mcp is the API, and https://door.example its server. /inside/network and /inside/machine name a
server inside the user's network, whose address is 10.9.9.9, and one on the user's machine.
"""

import contextlib
import ctypes
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

import uvicorn
from mcp.server.auth.routes import create_auth_routes
from mcp.server.auth.settings import AuthSettings, RevocationOptions
from mcp.server.mcpserver import MCPServer
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

# Its arguments are not ours.
FOLDER, sys.argv[1:] = pathlib.Path(sys.argv[1]), []
from mcp_server import REGISTRATION, Keeper, add_tools  # noqa: E402

NOTES, DOOR = "https://notes.example", "https://door.example"
HOSTS = {"notes.example": "192.0.2.2", "door.example": "198.51.100.2"}
INSIDE = {"network": "https://10.9.9.9", "machine": "https://localhost"}
LIBC = ctypes.CDLL(None, use_errno=True)


def run(line):
    subprocess.run(line.split(), check=True)


class Host:
    """A machine of its own, next to the user's."""

    def __init__(self, number, name, address):
        self.name = name
        # It ends when this process does, whatever ends that.
        self.process = subprocess.Popen(
            ["unshare", "-n", "setpriv", "--pdeathsig", "KILL", "sleep", "1200"], stdout=subprocess.DEVNULL)
        self.namespace = f"/proc/{self.process.pid}/ns/net"
        ours = os.readlink("/proc/self/ns/net")
        while os.readlink(self.namespace) == ours:
            time.sleep(0.01)
        network = address.rsplit(".", 1)[0]
        run(f"ip link add user{number} type veth peer name host{number} netns {self.process.pid}")
        run(f"ip address add {network}.1/24 dev user{number}")
        run(f"ip link set user{number} up")
        with self.entered():
            run(f"ip address add {address}/24 dev host{number}")
            run(f"ip link set host{number} up")
            self.socket = socket.create_server((address, 443))

    @contextlib.contextmanager
    def entered(self):
        """What is begun here, and the sockets that are opened here, are the host's."""
        with open("/proc/self/ns/net") as ours, open(self.namespace) as its:
            self.enter(its)
            try:
                yield
            finally:
                self.enter(ours)

    @staticmethod
    def enter(namespace):
        if LIBC.setns(namespace.fileno(), 0) != 0:
            raise OSError(ctypes.get_errno(), "setns")

    def serve(self, application):
        server = uvicorn.Server(uvicorn.Config(
            application, log_level="critical", ssl_certfile=FOLDER / "hosts.pem", ssl_keyfile=FOLDER / "hosts.key"))
        threading.Thread(target=server.run, kwargs={"sockets": [self.socket]}, daemon=True).start()


def make_certificates():
    names = ",".join("DNS:" + name for name in HOSTS)
    make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    for line in (
        f"{make} -subj /CN=hosts -addext basicConstraints=critical,CA:TRUE -keyout {FOLDER}/ca.key -out {FOLDER}/ca.pem",
        f"{make} -subj /CN=hosts.example -addext subjectAltName={names} -addext basicConstraints=CA:FALSE "
        f"-CA {FOLDER}/ca.pem -CAkey {FOLDER}/ca.key -keyout {FOLDER}/hosts.key -out {FOLDER}/hosts.pem",
    ):
        subprocess.run(line.split(), check=True, stderr=subprocess.DEVNULL)


def name_hosts():
    """In this mount namespace alone."""
    file = FOLDER / "hosts"
    file.write_text("127.0.0.1 localhost\n" + "".join(f"{address} {name}\n" for name, address in HOSTS.items()))
    run(f"mount --bind {file} /etc/hosts")


class Verifier:
    """How the API reads tokens: what the other host keeps. They share it; what a client sees goes over the network."""

    def __init__(self, keeper):
        self.keeper = keeper

    async def verify_token(self, token):
        return await self.keeper.load_access_token(token)


def door(keeper):
    routes = create_auth_routes(
        keeper, AnyHttpUrl(DOOR), client_registration_options=REGISTRATION,
        revocation_options=RevocationOptions(enabled=True))
    return Starlette(routes=routes + [Route("/decide", keeper.decide, methods=["GET", "POST"])])


def notes(keeper):
    server = MCPServer(
        "Notes", token_verifier=Verifier(keeper),
        auth=AuthSettings(
            issuer_url=DOOR, resource_server_url=NOTES + "/mcp", required_scopes=["notes"],
            validate_token_resource=True))
    add_tools(server, keeper)

    @server.custom_route("/inside/{which}", methods=["GET", "POST"])
    async def inside(request):
        metadata = f"{NOTES}/.well-known/oauth-protected-resource{request.url.path}"
        return JSONResponse({}, 401, {"WWW-Authenticate": f'Bearer resource_metadata="{metadata}"'})

    @server.custom_route("/.well-known/oauth-protected-resource/inside/{which}", methods=["GET"])
    async def metadata(request):
        which = request.path_params["which"]
        return JSONResponse({"resource": f"{NOTES}/inside/{which}", "authorization_servers": [INSIDE[which]]})

    return server.streamable_http_app(host="notes.example")


def main():
    # The threads must not take it.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    run("ip link set lo up")
    run("ip address add 10.9.9.9/32 dev lo")
    network = socket.create_server(("10.9.9.9", 443))
    machine = socket.create_server(("127.0.0.1", 443))
    make_certificates()
    name_hosts()
    keeper = Keeper(DOOR)
    hosts = [Host(number, *each) for number, each in enumerate(HOSTS.items())]
    for host, application in zip(hosts, (notes(keeper), door(keeper))):
        host.serve(application)
    print("process", os.getpid(), flush=True)
    signal.sigwait([signal.SIGTERM])
    for host in hosts:
        host.process.kill()
    asked = 0
    for inside in (network, machine):
        inside.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            inside.accept()
            asked += 1
    print(json.dumps({
        "resources": keeper.resources, "issued": keeper.issued, "live": len(keeper.access) + len(keeper.refresh),
        "inside": asked}), flush=True)
    # The servers would wait for connections that are still open.
    os._exit(0)


main()
