import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave kube-credential", .serialized)
struct KubeCredentialTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let tollgate = "playground-tollgate"
  private static let gitlab = "playground-gitlab"
  private static let github = "playground-github"
  private static let information =
    #"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","spec":{"interactive":false}}"#

  private func status(_ outcome: ProgramOutcome) throws -> [String: Any] {
    let json = try outcome.json()
    #expect(json["kind"] as? String == "ExecCredential")
    return try #require(json["status"] as? [String: Any])
  }

  /// The claims of an ID token.
  private func claims(_ token: String?) throws -> [String: Any] {
    let payload = try #require(token?.split(separator: ".").dropFirst().first)
    let base64 = payload.replacing("-", with: "+").replacing("_", with: "/")
    let padded = String(base64) + String(repeating: "=", count: (4 - base64.count % 4) % 4)
    let data = try #require(Data(base64Encoded: padded))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("the access token with its end, in the version that kubectl asks for")
  func accessToken() async throws {
    try await terminal.withAccounts([Self.gitlab, Self.github, Self.tollgate]) { _ in
      let token = try await terminal.wayleave("token", Self.gitlab).answer
      let plain = try await terminal.wayleave("kube-credential", Self.gitlab)
      #expect(try plain.json()["apiVersion"] as? String == "client.authentication.k8s.io/v1")
      let end = try #require(try status(plain)["expirationTimestamp"] as? String)
      let date = try #require(ISO8601DateFormatter().date(from: end))
      #expect(try date > Date() && status(plain)["token"] as? String == token)
      let beta = try await terminal.wayleave(
        "kube-credential", Self.gitlab, environment: ["KUBERNETES_EXEC_INFO": Self.information])
      #expect(try beta.json()["apiVersion"] as? String == "client.authentication.k8s.io/v1beta1")
      // GitHub's tokens do not expire.
      let lasting = try await terminal.wayleave("kube-credential", "-a", Self.github)
      #expect(try status(lasting).keys.sorted() == ["token"])
      let none = try await terminal.wayleave("kube-credential", "--id-token", Self.github)
      #expect(none.exit == .code(1) && none.output.isEmpty && none.shownCode == "configuration.unsupported")
      // It has no such scope: that is not advised.
      #expect(none.errors.contains("issues none") && !none.errors.contains("--scope openid"), "\(none.errors)")
      // RFC 9449 §7.1: a token that is bound to a key is useless elsewhere.
      let bound = try await terminal.wayleave("kube-credential", Self.tollgate)
      #expect(bound.exit == .code(1) && bound.output.isEmpty && bound.shownCode == "configuration.unsupported")
      let unknown = try await terminal.wayleave(
        "kube-credential", Self.gitlab, environment: ["KUBERNETES_EXEC_INFO": "{}"])
      #expect(unknown.exit == .code(1) && unknown.output.isEmpty, "\(unknown)")
    }
  }

  @Test("--id-token gives the ID token, with its own end, and the same one while it is good")
  func idToken() async throws {
    try await terminal.withAccounts([Self.tollgate]) { _ in
      let given = try status(try await terminal.wayleave("kube-credential", "--id-token"))
      let claims = try claims(given["token"] as? String)
      #expect(claims["sub"] as? String != nil && claims["aud"] != nil)
      let end = try #require(given["expirationTimestamp"] as? String)
      #expect(ISO8601DateFormatter().date(from: end)?.timeIntervalSince1970 == claims["exp"] as? Double)
      let again = try status(try await terminal.wayleave("kube-credential", "--id-token"))
      #expect(again["token"] as? String == given["token"] as? String)
    }
  }

  @Test("--id-token gives a new ID token where the one that is stored has expired or is about to")
  func expiredIDToken() async throws {
    // An ID token of Tollgate is good for ten minutes: that of the sign-in has forty seconds left.
    let fault = "/tollgate/token?grant_type=authorization_code:skewed-clock=-560"
    try await terminal.withAccounts([], playground: ["--fault", fault]) { _ in
      let login = try await terminal.wayleave(
        "login", Self.tollgate, "--no-dpop", environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(0), "\(login.errors)")
      let given = try status(try await terminal.wayleave("kube-credential", "--id-token"))
      let end = try #require(try claims(given["token"] as? String)["exp"] as? Double)
      #expect(end - Date().timeIntervalSince1970 > 300)
      let again = try status(try await terminal.wayleave("kube-credential", "--id-token"))
      #expect(again["token"] as? String == given["token"] as? String)
    }
  }

  @Test("kubectl sends the token to its server", .enabled(if: hasKubectl))
  func kubectl() async throws {
    try await terminal.withAccounts([Self.tollgate]) { _ in
      let folder = terminal.papers.appendingPathComponent("cluster")
      let server = try terminal.start(script: "kubernetes_server.py", [folder.path])
      defer { server.send(SIGTERM) }
      let address = try await server.outputLine(containing: "https://")
      let program = try Program.wayleave().executable.path
      let configuration = try terminal.paper(
        "config",
        """
        apiVersion: v1
        kind: Config
        current-context: gate
        clusters: [{name: gate, cluster: {server: "\(address)", certificate-authority: "\(folder.path)/server.pem"}}]
        contexts: [{name: gate, context: {cluster: gate, user: ada}}]
        users:
        - name: ada
          user:
            exec:
              apiVersion: client.authentication.k8s.io/v1
              command: "\(program)"
              args: [kube-credential, --id-token]
              interactiveMode: Never
        """)
      let answer = try await terminal.shell(
        "kubectl --kubeconfig '\(configuration)' get --raw /version", environment: ["HOME": terminal.papers.path])
      let token = try status(try await terminal.wayleave("kube-credential", "--id-token"))["token"] as? String
      #expect(answer.exit == .code(0), "\(answer.errors)")
      #expect(answer.output.contains("\"\(try #require(token))\""))
    }
  }

  private static let hasKubectl = FileManager.default.isExecutableFile(atPath: "/usr/bin/kubectl")
}
