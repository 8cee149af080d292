import WayleaveWire

/// What the entitlements say of associated domains, shared accounts, the sandbox and Sign in with Apple.
struct EntitlementsCheck {
  private let file: AppleAppFile
  private let needs: AppleAppNeeds

  init(_ file: AppleAppFile, _ needs: AppleAppNeeds) { (self.file, self.needs) = (file, needs) }

  var findings: [Finding] {
    malformedDomains + missingDomains + sandbox + malformedGroups + sharing + signInWithApple
  }

  // MARK: Associated domains

  private static let domainsKey = "com.apple.developer.associated-domains"

  private var domains: [String] { file.value[Self.domainsKey]?.texts ?? [] }

  private var malformedDomains: [Finding] {
    domains.filter { !$0.isFilledInByXcode && AssociatedDomain($0) == nil }.map { text in
      found(
        .failed, "“\(DisplayText.clean(text, limit: 100))” is not an associated domain.",
        "Write the service and the host alone, such as `<string>webcredentials:app.example.com</string>`")
    }
  }

  private var missingDomains: [Finding] {
    let hosts = Set(needs.links.compactMap(\.url.host)).sorted()
    return hosts.flatMap { host in
      let callbacks = needs.links.filter { $0.url.host == host }
      let callback = callbacks.first(where: \.comesFromApp) ?? callbacks[0]
      // The browser sheet asks for the first, and a link that another app opens for the second.
      let services = ["webcredentials"] + (callback.comesFromApp ? ["applinks"] : [])
      return services.compactMap { missing($0, for: host, of: callback) }
    }
  }

  private func missing(_ service: String, for host: String, of callback: AppleAppNeeds.Callback) -> Finding? {
    guard !domains.compactMap(AssociatedDomain.init).contains(where: { $0.covers(host, for: service) }) else {
      return nil
    }
    let lead =
      "“\(callback.client)” comes back at https://\(host), and there is no associated domain \(service):\(host)."
    guard !domains.contains(where: \.isFilledInByXcode) else {
      return found(
        .skipped(because: nil), "\(lead) It may be one that Xcode fills in.", "Look at the app that was built.")
    }
    let text = "\(service):\(host)"
    return found(
      callback.verdictWithoutIt, lead,
      "If this app takes the callback, add"
        + (file.value[Self.domainsKey]?.array == nil
          ? ": `\(PropertyListLines.array(Self.domainsKey, [text]))`"
          : " to the list \(Self.domainsKey): `\(PropertyListLines.string(text))`"))
  }

  // MARK: The sandbox, and shared accounts

  private static let keychainKey = "keychain-access-groups"
  private static let groupsKey = "com.apple.security.application-groups"

  private var isSandboxed: Bool { file.value["com.apple.security.app-sandbox"]?.bool == true }

  private var sandbox: [Finding] {
    guard isSandboxed else { return [] }
    var found: [Finding] = []
    if file.value["com.apple.security.network.client"]?.bool != true {
      found.append(
        self.found(
          .failed, "The app is in the sandbox of macOS, and may open no connection.",
          "Add: `\(PropertyListLines.flag("com.apple.security.network.client"))`"))
    }
    if groups.isEmpty {
      found.append(
        self.found(
          .warning, "A Mac app has its keychain by a group, and there is none.",
          "Add, with a name of yours: `\(PropertyListLines.array(Self.keychainKey, [Self.exampleGroup]))`"))
    }
    return found
  }

  private static let exampleGroup = "$(AppIdentifierPrefix)com.example.shared"

  private var groups: [String] {
    (file.value[Self.keychainKey]?.texts ?? []) + (file.value[Self.groupsKey]?.texts ?? [])
  }

  /// The keychain refuses a group that does not begin with the team, by -34018.
  private var malformedGroups: [Finding] {
    (file.value[Self.keychainKey]?.texts ?? [])
      .filter { !$0.isFilledInByXcode && !AppIdentifier.beginsWithTeam($0) }
      .map { group in
        found(
          .failed, "The keychain group “\(DisplayText.clean(group, limit: 100))” does not begin with a team ID.",
          "Write `$(AppIdentifierPrefix)` before its name.")
      }
  }

  private var sharing: [Finding] {
    guard groups.isEmpty, !isSandboxed else { return [] }
    let lines = PropertyListLines.array(Self.groupsKey, ["group.com.example.shared"])
    return [
      found(
        .skipped(because: nil), "There is no group. Only an app that shares accounts with its extensions needs one.",
        "If yours does, in the app and in each extension: `\(lines)`")
    ]
  }

  private var signInWithApple: [Finding] {
    let key = "com.apple.developer.applesignin"
    guard let client = needs.appleClient, file.value[key]?.texts.contains("Default") != true else { return [] }
    return [
      found(
        .warning, "“\(client)” is a client at Apple, and the app may not use Sign in with Apple.",
        "Add: `\(PropertyListLines.array(key, ["Default"]))`")
    ]
  }

  private func found(_ verdict: Finding.Verdict, _ message: String, _ remedy: String) -> Finding {
    Finding(.appleApp, of: file.path, verdict, message, remedy: remedy)
  }
}
