import WayleaveWire

/// What Info.plist says of URL schemes, plain http and Face ID.
struct AppInformationCheck {
  private let file: AppleAppFile
  private let needs: AppleAppNeeds

  init(_ file: AppleAppFile, _ needs: AppleAppNeeds) { (self.file, self.needs) = (file, needs) }

  var findings: [Finding] {
    ownSchemes + claimedSchemes + openedApps + plainHTTP + faceID
  }

  /// The schemes that open the app, in lower case: RFC 3986 §3.1, "schemes are case-insensitive".
  private var claimed: [String] {
    (file.value["CFBundleURLTypes"]?.array ?? [])
      .flatMap { $0["CFBundleURLSchemes"]?.texts ?? [] }.map { $0.lowercased() }
  }

  private var ownSchemes: [Finding] {
    let missing = needs.schemes.filter { !claimed.contains($0.url.scheme) }
    return Set(missing.map(\.url.scheme)).sorted().map { scheme in
      let callbacks = missing.filter { $0.url.scheme == scheme }
      let comesFromApp = callbacks.contains(where: \.comesFromApp)
      let lead = "“\(callbacks[0].client)” comes back by the scheme \(scheme), which is not in CFBundleURLTypes."
      guard !claimed.contains(where: \.isFilledInByXcode) else {
        return found(
          .skipped(because: nil), "\(lead) It may be one that Xcode fills in there.", "Look at the app that was built.")
      }
      let consequence =
        comesFromApp
        ? "The provider's app cannot bring the user back."
        : "The browser sheet needs no entry; a callback that another app or browser brings does."
      let type = "<dict>\(PropertyListLines.array("CFBundleURLSchemes", [scheme]))</dict>"
      let isStarted = file.value["CFBundleURLTypes"]?.array != nil
      return found(
        comesFromApp ? .failed : .warning, "\(lead) \(consequence)",
        isStarted
          ? "Add to the list CFBundleURLTypes: `\(type)`"
          : "Add: `<key>CFBundleURLTypes</key><array>\(type)</array>`")
    }
  }

  private var claimedSchemes: [Finding] {
    claimed.compactMap { scheme in
      let shown = DisplayText.clean(scheme, limit: 100)
      if scheme.contains(":") || scheme.contains("/") {
        return found(
          .failed, "“\(shown)” in CFBundleURLSchemes is not a URL scheme.",
          "Write what stands before the colon of the redirect URI, and nothing else.")
      }
      guard let app = needs.providerApps.first(where: { $0.schemes.contains(scheme) }) else { return nil }
      return found(
        .failed,
        "CFBundleURLTypes has \(shown), the scheme of the app of \(app.title): your app would be opened instead.",
        "Remove it there. To open that app, LSApplicationQueriesSchemes has it.")
    }
  }

  private var openedApps: [Finding] {
    let listed = file.value["LSApplicationQueriesSchemes"]?.texts.map { $0.lowercased() }
    return needs.providerApps.compactMap { app in
      let missing = app.schemes.filter { listed?.contains($0) != true }
      guard !missing.isEmpty else { return nil }
      let remedy =
        listed == nil
        ? "Add: `\(PropertyListLines.array("LSApplicationQueriesSchemes", missing))`"
        : "Add to the list LSApplicationQueriesSchemes: `\(missing.map(PropertyListLines.string).joined())`"
      return found(
        .warning,
        "LSApplicationQueriesSchemes has no \(missing.joined(separator: " and no ")): the flow “app” does not find "
          + "the app of \(app.title).", remedy)
    }
  }

  private var plainHTTP: [Finding] {
    let security = file.value["NSAppTransportSecurity"]
    let local =
      "For a server of yours on this machine, inside NSAppTransportSecurity: "
      + "`\(PropertyListLines.flag("NSAllowsLocalNetworking"))`"
    var findings: [Finding] = []
    if security?["NSAllowsArbitraryLoads"]?.bool == true {
      findings.append(
        found(
          .warning, "NSAllowsArbitraryLoads lets the app speak plain http, and weak TLS, with every host.",
          "Remove it. \(local)"))
    }
    let hosts = (security?["NSExceptionDomains"]?.object?.members ?? [])
      .filter { Self.isWeak($0.value) && !Self.isLocal($0.name) }.map { DisplayText.clean($0.name, limit: 100) }
    if !hosts.isEmpty {
      let named = hosts.sorted().prefix(5).joined(separator: ", ")
      findings.append(
        found(
          .warning,
          "NSExceptionDomains lets the app speak plain http, or weak TLS, with \(named)"
            + "\(hosts.count > 5 ? " and \(hosts.count - 5) more" : "").",
          "Remove NSExceptionAllowsInsecureHTTPLoads and NSExceptionMinimumTLSVersion there. \(local)"))
    }
    return findings
  }

  /// Whether an exception allows http, or TLS that RFC 8996 forbids.
  private static func isWeak(_ exception: JSON) -> Bool {
    exception["NSExceptionAllowsInsecureHTTPLoads"]?.bool == true
      || ["TLSv1.0", "TLSv1.1"].contains(exception["NSExceptionMinimumTLSVersion"]?.string)
  }

  /// Whether a host is on the machine itself, or in its own network.
  private static func isLocal(_ host: String) -> Bool {
    let host = host.lowercased()
    return host == "localhost" || host.hasSuffix(".local") || (try? AbsoluteURL("http://\(host)"))?.isLoopback == true
  }

  /// No file says whether the app asks for user presence.
  private var faceID: [Finding] {
    guard file.value["NSFaceIDUsageDescription"]?.string?.isEmpty ?? true else { return [] }
    return [
      found(
        .skipped(because: nil),
        "There is no NSFaceIDUsageDescription. Only an app that asks for user presence needs it.",
        "If yours does: `<key>NSFaceIDUsageDescription</key><string>Why your app asks</string>`")
    ]
  }

  private func found(_ verdict: Finding.Verdict, _ message: String, _ remedy: String) -> Finding {
    Finding(.appleApp, of: file.path, verdict, message, remedy: remedy)
  }
}
