#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Hummingbird
import Logging
import WayleaveHummingbird
import WayleaveResourceServer
import WayleaveWire

/// A website and an API on this machine, which `Scripts/website-times` measures; ends by itself.
///
///     wayleave-website PORT ISSUER memory|FOLDER [crowd] [plain]
///
/// Users sign in at ISSUER, and are stored with their sessions in memory, or in encrypted files below FOLDER. What the
/// words behind say: ``MeasuredWebsite/Difference``. It prints an access token for the API.
///
/// | path | what answers |
/// |---|---|
/// | `/hello` | Hummingbird alone |
/// | `/bare` | the same after a bare verification of the token's signature |
/// | `/api/notes` | a route behind the guard of the API |
/// | `/notes` | a route for users who are signed in |
/// | `/sign-in/issuer` | the sign-in |
@main
struct WebsiteProgram {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let differences = arguments.dropFirst(3).map(MeasuredWebsite.Difference.init)
    guard arguments.count >= 3, let port = Int(arguments[0]), !differences.contains(nil) else {
      throw UsageError("usage: wayleave-website PORT ISSUER memory|FOLDER [crowd] [plain]")
    }
    let folder = arguments[2] == "memory" ? nil : arguments[2]
    let website = try MeasuredWebsite.make(
      at: port, issuer: arguments[1], storedIn: folder, by: Set(differences.compactMap(\.self)))
    let api = try MeasuredAPI()

    let router = Router(context: CallerContext.self)
    router.get("hello") { _, _ in "Hello" }
    router.get("bare") { _, _ in try api.verifyBarely() ? "Hello" : "No" }
    router.group("api").add(middleware: CallerMiddleware(api.resource, scopes: ["notes.read"]))
      .get("notes") { _, context in context.caller?.subject ?? "" }
    router.add(middleware: SignInMiddleware(website))
    router.add(middleware: SignedInMiddleware(website))
    router.get("notes") { _, _ in "Hello" }

    print(api.token.exposedText)
    fflush(nil)
    let end = Task {
      try await Task.sleep(for: longestRun)
      exit(0)
    }
    defer { end.cancel() }
    var logger = Logger(label: "wayleave-website")
    logger.logLevel = .error
    let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
    try await Application(router: router, configuration: configuration, logger: logger).runService()
  }

  /// No measurement takes longer.
  private static let longestRun: Duration = .seconds(1800)
}

/// The context of all routes.
struct CallerContext: CallerRequestContext {
  var coreContext: CoreRequestContextStorage
  var caller: Caller?

  init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}

/// Why the program does not begin.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
