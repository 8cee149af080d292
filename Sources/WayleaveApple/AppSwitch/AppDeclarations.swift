#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import Foundation

  /// What an app says about URL schemes in its Info.plist.
  public struct AppDeclarations: Sendable, Hashable {
    /// The schemes that open this app: `CFBundleURLTypes`.
    public var schemes: Set<String>
    /// The schemes of other apps that this one may ask for: `LSApplicationQueriesSchemes`.
    public var queriedSchemes: Set<String>

    /// Declarations; schemes are compared in lower case.
    public init(schemes: Set<String>, queriedSchemes: Set<String>) {
      self.schemes = Set(schemes.map { $0.lowercased() })
      self.queriedSchemes = Set(queriedSchemes.map { $0.lowercased() })
    }

    /// Those of the app that runs.
    public static func ofRunningApp() -> AppDeclarations { AppDeclarations(Bundle.main.infoDictionary ?? [:]) }

    /// Those of an Info.plist.
    init(_ information: [String: Any]) {
      let types = information["CFBundleURLTypes"] as? [[String: Any]] ?? []
      self.init(
        schemes: Set(types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }),
        queriedSchemes: Set(information["LSApplicationQueriesSchemes"] as? [String] ?? []))
    }
  }
#endif
