package import WayleaveWire

/// A token as kubectl and its kin take it from a program: an `ExecCredential`.
///
/// Kubernetes, "client-go credential plugins", "Input and output formats".
package struct KubernetesCredential: Sendable {
  /// The version of the form: the answer has that of the question.
  private let version: String

  private static let versions = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"]

  /// Reads `KUBERNETES_EXEC_INFO`; without it the answer is in version 1.
  ///
  /// Throws `configuration.unsupported` for another form, and for a cluster that would get the token over plain http.
  package init(information: String?) throws(OAuthError) {
    guard let information else {
      version = Self.versions[0]
      return
    }
    let json = try? JSON(decoding: Array(information.utf8))
    let asked = json?["apiVersion"]?.string
    guard let known = Self.versions.first(where: { asked?.hasSameBytes(as: $0) ?? false }) else {
      throw .unknownExecVersion(asked)
    }
    version = known
    // It is there with `provideClusterInfo: true` alone.
    guard let cluster = json?["spec"]?["cluster"], let server = cluster["server"]?.string else { return }
    let url = server.contains("://") ? server : "\(Self.defaultScheme(of: cluster))://\(server)"
    let isHTTPS = url.utf8.prefix(6).map(\.lowercased).elementsEqual("https:".utf8)
    // RFC 6750 §5.3: a bearer token goes over TLS, or to this machine.
    guard isHTTPS || (try? Endpoint(url)) != nil else { throw .insecureCluster(server) }
  }

  /// What client-go takes for a server without a scheme: http, unless the cluster is described as one with TLS.
  private static func defaultScheme(of cluster: JSON) -> String {
    let hasAuthority = cluster["certificate-authority-data"]?.string?.isEmpty == false
    return hasAuthority || cluster["insecure-skip-tls-verify"] == true ? "https" : "http"
  }

  /// The answer, with the token in the clear.
  package func exposedAnswer(_ token: Secret, until end: Instant?) -> JSON {
    var status = JSON.Object()
    status["token"] = .string(token.exposedText)
    if let end { status["expirationTimestamp"] = .string(end.description) }
    return ["apiVersion": .string(version), "kind": "ExecCredential", "status": .object(status)]
  }
}

extension OAuthError {
  fileprivate static func insecureCluster(_ server: String) -> OAuthError {
    OAuthError(
      .unsupported,
      message: "The cluster “\(DisplayText.clean(server, limit: 200))” would get the token over plain http.",
      rule: .rfc(6750, "5.3"), remedy: "Set `server` of the cluster in the kubeconfig to its https URL.")
  }

  fileprivate static func unknownExecVersion(_ version: String?) -> OAuthError {
    OAuthError(
      .unsupported, message: "The program that asks wants its answer in a form that is not known here.",
      rule: .specification("client-go credential plugins", "Input and output formats"),
      expected: "apiVersion client.authentication.k8s.io/v1", received: .text(version),
      remedy: "Set apiVersion of `exec` in the kubeconfig to client.authentication.k8s.io/v1.")
  }
}
