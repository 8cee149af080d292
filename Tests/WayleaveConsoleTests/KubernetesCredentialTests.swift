import Testing
import Wayleave
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@Suite("client-go credential plugins: what kubectl asks, and the answer")
struct KubernetesCredentialTests {
  @Test(
    "the answer has the version of the question, and version 1 without one",
    arguments: [
      nil, #"{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","spec":{"interactive":true}}"#,
      #"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","spec":{}}"#,
    ])
  func version(information: String?) throws {
    let answer = try KubernetesCredential(information: information).exposedAnswer(
      Secret("canary"), until: Instant(secondsSinceEpoch: 1_800_000_000))
    let isBeta = information?.contains("v1beta1") ?? false
    #expect(
      answer == [
        "apiVersion": .string("client.authentication.k8s.io/v1" + (isBeta ? "beta1" : "")), "kind": "ExecCredential",
        "status": ["token": "canary", "expirationTimestamp": "2027-01-15T08:00:00Z"],
      ])
  }

  @Test(
    "RFC 6750 §5.3: a cluster that is named gets the token over https, and over http on this machine alone",
    arguments: [
      ("https://cluster.example:6443", true), ("http://127.0.0.1:8001", true), ("http://localhost:8001", true),
      ("http://cluster.example", false), ("HTTP://cluster.example", false), ("http://localhost.evil.example", false),
      ("http:cluster.example", false), ("cluster.example:8080", false), ("127.0.0.1:8001", true),
      ("ftp://cluster.example", false),
    ])
  func cluster(server: String, isAllowed: Bool) throws {
    let information =
      #"{"apiVersion":"client.authentication.k8s.io/v1","spec":{"cluster":{"server":"\#(server)"}}}"#
    if isAllowed {
      _ = try KubernetesCredential(information: information)
    } else {
      #expect(try refusal { try KubernetesCredential(information: information) } == .unsupported)
    }
  }

  @Test(
    "a server without a scheme is one of http to client-go, unless its cluster is described as one with TLS",
    arguments: [
      ("certificate-authority-data", "Q0E=", true), ("insecure-skip-tls-verify", true, true),
      ("certificate-authority-data", "", false), ("insecure-skip-tls-verify", false, false),
    ] as [(String, JSON, Bool)])
  func withoutScheme(member: String, value: JSON, isAllowed: Bool) throws {
    let information: JSON = [
      "apiVersion": "client.authentication.k8s.io/v1",
      "spec": ["cluster": ["server": "cluster.example:6443", member: value]],
    ]
    let refused = try refusal { try KubernetesCredential(information: information.encodedText()) }
    #expect(refused == (isAllowed ? nil : .unsupported))
  }

  @Test("a token without an end has no timestamp: kubectl then asks when it starts again")
  func withoutEnd() throws {
    let answer = try KubernetesCredential(information: nil).exposedAnswer(Secret("canary"), until: nil)
    #expect(answer["status"] == ["token": "canary"])
  }

  @Test(
    "another form is refused",
    arguments: ["", "{", "{}", #"{"apiVersion":"client.authentication.k8s.io/v1alpha1"}"#, #"{"apiVersion":1}"#])
  func refused(information: String) throws {
    #expect(try refusal { try KubernetesCredential(information: information) } == .unsupported)
  }

  @Test("OpenID Connect Core §2: the ID token is shown with its end; an encrypted one, or none, is not")
  func idToken() throws {
    var stored = try StoredCredential.sample()
    #expect(stored.shownIDToken == nil)
    func store(_ token: String) { stored.credential = .oauth2(.init(accessToken: Secret("a"), idToken: Secret(token))) }
    let payload = Base64.url.encodedText(Array(#"{"exp":1800000000}"#.utf8))
    store("e30.\(payload).c2ln")
    #expect(stored.shownIDToken?.expiresAt == Instant(secondsSinceEpoch: 1_800_000_000))
    #expect(stored.shownIDToken?.token == Secret("e30.\(payload).c2ln"))
    for token in ["e30.a.b.c.d", "e30.e30.c2ln", "x"] {
      store(token)
      #expect(stored.shownIDToken == nil)
    }
  }
}
