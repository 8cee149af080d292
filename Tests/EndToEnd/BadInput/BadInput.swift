/// One thing that a new user does wrong, and how the program must answer.
///
/// In arguments and variables, `{P}` is the URL of the playground, `{I}` that of Tollgate there, `{port}` its port, and
/// `{papers}` a folder with the files of `BadInputScene.papers`.
struct BadInput: Sendable {
  /// The name of the row; a number is that of an error that an earlier reader of the program met.
  let name: String
  let arguments: [String]
  /// The exit code.
  let exit: Int32
  let environment: [String: String]
  /// What must not be repeated.
  let secrets: [String]

  init(
    _ name: String, _ arguments: [String], exit: Int32, _ environment: [String: String] = [:],
    hiding secrets: [String] = []
  ) {
    self.name = name
    self.arguments = arguments
    self.exit = exit
    self.environment = environment
    self.secrets = secrets
  }
}
