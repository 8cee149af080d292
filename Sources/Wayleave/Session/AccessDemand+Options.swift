package import WayleaveWire

extension AccessDemand {
  /// The options of `wayleave login` for a sign-in that meets it.
  package var options: String {
    var words = scopes.isEmpty ? [] : ["--scope '\(DisplayText.clean(scopes.joined(separator: " ")))'"]
    words += authenticationContextClasses.map { "--acr-values \(DisplayText.clean($0))" }
    if let maximumAge { words.append("--max-age \(maximumAge)") }
    return words.joined(separator: " ")
  }
}
