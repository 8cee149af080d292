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
  /// Throws `configuration.unsupported` for another form.
  package init(information: String?) throws(OAuthError) {
    guard let information else {
      version = Self.versions[0]
      return
    }
    let asked = (try? JSON(decoding: Array(information.utf8)))?["apiVersion"]?.string
    guard let known = Self.versions.first(where: { asked?.hasSameBytes(as: $0) ?? false }) else {
      throw .unknownExecVersion(asked)
    }
    version = known
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
  fileprivate static func unknownExecVersion(_ version: String?) -> OAuthError {
    OAuthError(
      .unsupported, message: "The program that asks wants its answer in a form that is not known here.",
      rule: .specification("client-go credential plugins", "Input and output formats"),
      expected: "apiVersion client.authentication.k8s.io/v1", received: .text(version),
      remedy: "Set apiVersion of `exec` in the kubeconfig to client.authentication.k8s.io/v1.")
  }
}
