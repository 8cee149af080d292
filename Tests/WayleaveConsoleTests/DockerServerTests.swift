import Testing
import WayleaveConsole
import WayleaveWire

@Suite("docker-credential-helpers: the registry, and the answer")
struct DockerServerTests {
  @Test(
    "a registry is a URL, or a host: over https, and over http on this machine alone",
    arguments: [
      ("ghcr.io", ["https://ghcr.io"]), ("https://index.docker.io/v1/", ["https://index.docker.io"]),
      ("registry.gitlab.com:5050\n", ["https://registry.gitlab.com:5050"]),
      ("127.0.0.1:5000", ["https://127.0.0.1:5000", "http://127.0.0.1:5000"]),
      ("http://localhost:5000", ["http://localhost:5000"]), ("http://ghcr.io", []), ("", []),
      ("ghcr.io@evil.example", []), ("https://ghcr.io\\@evil.example", []), ("ghcr io", []), ("ftp://ghcr.io", []),
      ("ghcr.io\r\n", ["https://ghcr.io"]), ("ghcr.io\n\n", ["https://ghcr.io"]), ("ghcr.io\nevil.example\n", []),
      ("\n", []), ("ghcr.io\u{0}", []), ("ghcr.ïo", []),
    ])
  func origins(text: String, origins: [String]) {
    #expect(DockerServer(reading: Array(text.utf8)).origins.map(\.description) == origins)
  }

  @Test("the answer names the registry as docker did")
  func answer() {
    let login = TokenLogin(user: "x-access-token", token: Secret("canary"), account: "github")
    #expect(
      DockerServer(reading: Array("ghcr.io\n".utf8)).exposedAnswer(login)
        == ["ServerURL": "ghcr.io", "Username": "x-access-token", "Secret": "canary"])
  }

  @Test("what docker wants to be stored names the registry")
  func storing() {
    let json = #"{"ServerURL":"ghcr.io","Username":"a","Secret":"canary"}"#
    #expect(DockerServer(storing: Array(json.utf8))?.text == "ghcr.io")
    #expect(DockerServer(storing: Array("ghcr.io".utf8)) == nil)
  }
}
