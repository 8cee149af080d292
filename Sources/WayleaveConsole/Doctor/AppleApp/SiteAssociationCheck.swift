import WayleaveWire

/// What apple-app-site-association says of apps, and of the paths at which an app takes its callbacks.
struct SiteAssociationCheck {
  private let file: AppleAppFile
  private let needs: AppleAppNeeds
  /// The app's, where its Info.plist is here and names it.
  private let bundleID: String?

  init(_ file: AppleAppFile, _ needs: AppleAppNeeds, bundleID: String?) {
    (self.file, self.needs) = (file, needs)
    self.bundleID = bundleID.flatMap { $0.isFilledInByXcode ? nil : $0 }
  }

  var findings: [Finding] {
    size + apps(for: "applinks", linkApps) + apps(for: "webcredentials", credentialApps) + missingCredentials + paths
  }

  /// Apple: "no greater than 128 KB uncompressed".
  private var size: [Finding] {
    guard file.size > 131_072 else { return [] }
    return [
      found(.failed, "The file has \(file.size) bytes, and Apple reads none of more than 131072.", "Make it shorter.")
    ]
  }

  // MARK: Apps

  /// The apps of each part of `applinks`; nil where the part has another form than Apple's.
  private var linkApps: [String]? {
    guard let links = file.value["applinks"] else { return [] }
    guard let details = Self.details(of: links) else { return nil }
    return details.flatMap(\.apps)
  }

  private var credentialApps: [String]? {
    guard let credentials = file.value["webcredentials"] else { return [] }
    guard let apps = credentials["apps"]?.array, apps.allSatisfy({ $0.string != nil }) else { return nil }
    return apps.compactMap(\.string)
  }

  private func apps(for service: String, _ apps: [String]?) -> [Finding] {
    guard file.value[service] != nil else { return [] }
    let form =
      service == "applinks"
      ? "`\"applinks\": {\"details\": [{\"appIDs\": [\"TEAMID.com.example.app\"], \"components\": [{\"/\": \"/callback\"}]}]}`"
      : "`\"webcredentials\": {\"apps\": [\"TEAMID.com.example.app\"]}`"
    guard let apps, !apps.isEmpty else {
      return [found(.failed, "“\(service)” names no app in a form that Apple reads.", "Write: \(form)")]
    }
    if let wrong = apps.first(where: { !AppIdentifier.isWellFormed($0) }) {
      return [
        found(
          .failed, "“\(DisplayText.clean(wrong, limit: 100))” in “\(service)” is not an app ID.",
          "Write your team ID, a period and the bundle ID, such as `A1B2C3D4E5.com.example.app`.")
      ]
    }
    guard let bundleID, !isNamed(in: apps) else { return [] }
    return [
      found(
        .failed,
        "“\(service)” does not name \(DisplayText.clean(bundleID, limit: 100)), the app of the Info.plist.",
        "Add `\"TEAMID.\(DisplayText.clean(bundleID, limit: 100))\"` to its apps, with your team ID.")
    ]
  }

  /// Whether the app is among these. Where its bundle ID is not known, each of them may be it.
  private func isNamed(in apps: [String]) -> Bool {
    guard let bundleID else { return !apps.isEmpty }
    return apps.contains { $0.dropFirst(AppIdentifier.bundlePlace) == bundleID }
  }

  /// The browser sheet brings back a callback by https where the site names the app here.
  private var missingCredentials: [Finding] {
    guard let callback = needs.links.first, file.value["webcredentials"] == nil else { return [] }
    return [
      found(
        callback.verdictWithoutIt,
        "“\(callback.client)” comes back at https://\(callback.url.host ?? ""), and there is no “webcredentials”: the "
          + "browser sheet does not bring its users back to an app.",
        "If an app takes them, add: `\"webcredentials\": {\"apps\": [\"TEAMID.com.example.app\"]}`")
    ]
  }

  // MARK: Paths

  /// Whether the callback of each https redirect URI opens the app, where links are for anything here.
  private var paths: [Finding] {
    needs.links.compactMap { callback in
      let url = callback.url
      let path = url.path.isEmpty ? "/" : url.path
      guard let links = file.value["applinks"] else {
        guard callback.comesFromApp else { return nil }
        return missing(callback, path, "there is no “applinks”")
      }
      // What the links of other apps are says nothing of this one.
      guard let details = Self.details(of: links)?.filter({ isNamed(in: $0.apps) }), !details.isEmpty else {
        return nil
      }
      let answers = details.map { $0.answer(for: path) }
      if answers.contains(.opens) { return nil }
      guard !answers.contains(.undecided) else {
        return found(
          .skipped(because: nil),
          "Whether the callback path \(path) of “\(callback.client)” opens the app depends on "
            + "more than the path.", "If it should always, add first: `{\"/\": \"\(path)\"}`")
      }
      return missing(callback, path, answers.contains(.excluded) ? "a component excludes it" : "no component has it")
    }
  }

  private func missing(_ callback: AppleAppNeeds.Callback, _ path: String, _ reason: String) -> Finding {
    found(
      callback.verdictWithoutIt,
      "The callback path \(path) of “\(callback.client)” does not open the app as a link: \(reason).",
      "Add as the first of the components: `{\"/\": \"\(path)\"}`")
  }

  private static func details(of links: JSON) -> [LinkDetails]? {
    let defaults = links["defaults"]
    switch links["details"] {
    case .array(let elements)?: return elements.map { LinkDetails($0, defaults: defaults) }
    // The form of iOS 9: the apps are the names.
    case .object(let object)?: return object.members.map { LinkDetails($0.value, app: $0.name, defaults: defaults) }
    default: return nil
    }
  }

  private func found(_ verdict: Finding.Verdict, _ message: String, _ remedy: String) -> Finding {
    Finding(.appleApp, of: file.path, verdict, message, remedy: remedy)
  }
}
