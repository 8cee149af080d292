package import WayleaveSystem

/// The account that a command is about where none is typed: that of `WAYLEAVE_ACCOUNT`.
///
/// For `token`, `logout`, `export` and `kube-credential`, for git and docker, and for what is read without the argument
/// parser. Elsewhere the variable is that of an option, as `EnvironmentArguments` has it.
package enum AccountVariable {
  package static var name: String { "WAYLEAVE_ACCOUNT" }

  /// The name that was typed, else that of the variable; nil where there is neither. An empty variable names none.
  package static func account(
    typed: String?, variable: (String) -> String? = ProcessEnvironment.variable
  ) -> String? {
    typed ?? variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
