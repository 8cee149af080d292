import ArgumentParser

/// How a command reaches servers; the same for every command that sends requests.
struct NetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A PEM file of more certificates to trust; `login` keeps it for the account.", valueName: "file"))
  var caFile: String?
}
