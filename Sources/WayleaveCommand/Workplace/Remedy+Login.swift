import WayleaveConsole
import WayleaveWire

extension Remedy {
  /// What to type for an account for an API.
  static func login(to api: AbsoluteURL, as name: String? = nil, trustRoots: String?) -> String {
    let account = name.flatMap { option("--account", $0) }
    let roots = trustRoots.map { option("--ca-file", TrustRootsFile.absolute($0)) ?? "--ca-file FILE" }
    let words = ["wayleave login", argument(api.text) ?? "URL"] + [account, roots].compactMap { $0 }
    return "`\(words.joined(separator: " "))`"
  }
}
