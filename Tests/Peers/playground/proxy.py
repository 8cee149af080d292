"""A proxy for programs that know their providers by https alone: what they send there, the playground gets."""

import datetime
import http.client
import http.server
import pathlib
import ssl
import threading
import urllib.parse

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

# Of one connection alone (RFC 9110 §7.6.1), or said anew.
OF_A_CONNECTION = {"connection", "content-length", "host", "keep-alive", "proxy-connection", "transfer-encoding"}


def certificate(folder, hosts):
    """A file with a key and a certificate of these hosts, and one with the certificate alone."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "playground")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1)).not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts]), critical=False)
        .sign(key, hashes.SHA256())
        .public_bytes(serialization.Encoding.PEM))
    both, public = pathlib.Path(folder) / "server.pem", pathlib.Path(folder) / "certificate.pem"
    both.write_bytes(made + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    public.write_bytes(made)
    return both, public


class Tunnel(http.server.BaseHTTPRequestHandler):
    """Opens https for a host itself, and hands each request on to the entry's place for that host."""

    protocol_version = "HTTP/1.1"
    timeout = 30
    host = None

    def do_CONNECT(self):
        self.send_response(200)
        self.end_headers()
        self.connection = self.server.context.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", buffering=0)
        self.host, self.close_connection = self.path.removesuffix(":443"), False

    def hand_on(self):
        place = urllib.parse.urlsplit(self.server.moved.url(f"https://{self.host}{self.path}"))
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in OF_A_CONNECTION}
        there = http.client.HTTPConnection(place.netloc, timeout=20)
        there.request(self.command, place._replace(scheme="", netloc="").geturl(), body or None, headers)
        answer = there.getresponse()
        content = answer.read()
        there.close()
        self.send_response_only(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in OF_A_CONNECTION:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content if self.command != "HEAD" else b"")

    do_GET = do_HEAD = do_POST = do_PATCH = do_PUT = do_DELETE = hand_on

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *arguments):
        """A program that ends does not close its connections; what is really wrong, the program says."""


class Proxy:
    """Runs while a test does; `environment` sends a program of Go there. `moved` says where its requests go."""

    def __init__(self, moved, folder, hosts):
        both, public = certificate(folder, hosts)
        self.server = Server(("127.0.0.1", 0), Tunnel)
        self.server.moved = moved
        self.server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.server.context.load_cert_chain(both)
        self.environment = {
            "HTTPS_PROXY": f"http://127.0.0.1:{self.server.server_address[1]}", "SSL_CERT_FILE": str(public)}

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *arguments):
        self.server.shutdown()
        self.server.server_close()
