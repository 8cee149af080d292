import ArgumentParser

/// How a command reaches servers; the same for every command that sends requests.
struct NetworkOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A PEM file of more certificates to trust.", valueName: "file"))
  var caFile: String?
}
