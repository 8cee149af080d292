package import WayleaveWire

/// Whether the files of an app let its users come back, open what it opens, and hold no secret.
package struct AppleAppCheck: Sendable {
  private let needs: AppleAppNeeds

  package init(_ needs: AppleAppNeeds) { self.needs = needs }

  /// What each file says, in the order in which they were named; what is good is one finding for each file.
  package func findings(in contents: [(path: String, content: AppleAppFile.Content)]) -> [Finding] {
    let read = contents.map { path, content in
      Result { () throws(AppleAppFinding) in try AppleAppFile(content, at: path) }
    }
    let files = read.compactMap { try? $0.get() }
    let bundleID = files.first { $0.kind == .information }?.value["CFBundleIdentifier"]?.string
    return read.flatMap { result in
      switch result {
      case .failure(let failure): [failure.finding]
      case .success(let file): findings(in: file, bundleID: bundleID)
      }
    } + unknownClients
  }

  private func findings(in file: AppleAppFile, bundleID: String?) -> [Finding] {
    let found: [Finding]
    switch file.kind {
    case .information: found = AppInformationCheck(file, needs).findings + EmbeddedSecretCheck(file).findings
    case .entitlements: found = EntitlementsCheck(file, needs).findings + EmbeddedSecretCheck(file).findings
    case .association: found = SiteAssociationCheck(file, needs, bundleID: bundleID).findings
    }
    let isGood = found.allSatisfy { ![.failed, .warning].contains($0.verdict) }
    return (isGood ? [Finding(.appleApp, of: file.path, .good, "\(file.kind.title) has what is needed.")] : []) + found
  }

  /// Without a client no one knows where the users come back.
  private var unknownClients: [Finding] {
    guard needs.clientCount == 0 else { return [] }
    return [
      Finding(
        .appleApp, .skipped(because: nil),
        "No client is saved here, so no redirect URI was looked for in the files.",
        remedy: "Save the one of your app: `wayleave clients add NAME --provider P --client-id ID --redirect-uri URI`.")
    ]
  }
}

extension AppleAppFile.Kind {
  /// What people call such a file, at the beginning of a sentence.
  fileprivate var title: String {
    switch self {
    case .information: "This Info.plist"
    case .entitlements: "This entitlements file"
    case .association: "This apple-app-site-association file"
    }
  }
}
