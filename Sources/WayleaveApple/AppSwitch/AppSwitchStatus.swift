#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import Foundation

  /// Whether the provider's app was started, or why not: what an ``AppSwitchSource`` tells the app that uses it.
  ///
  /// None of these says that the user has allowed anything: that comes back later. Where no app was started, the sign-in
  /// goes on in the browser sheet. A place where the app can be installed is an offer: show it, or do not.
  public enum AppSwitchStatus: Sendable, Hashable {
    /// The provider's app opened, by its universal link.
    case startedByLink
    /// The provider's app opened, by its scheme.
    case startedByScheme
    /// There is no client id to name to the app.
    case clientIDMissing
    /// The app could not come back, and why.
    case callbackNotUsable(reason: String)
    /// No app on this device opens the link or the scheme.
    case appNotInstalled(install: URL?)
    /// The app is there, and does not know this way of signing in.
    case appTooOld(install: URL?)
    /// No app took the link, and the scheme is not among the `LSApplicationQueriesSchemes` of this app, so the system does
    /// not say whether an app has it.
    case schemeNotListed(String)
    /// The system did not open the app, though it is there.
    case notOpened

    /// Whether the provider's app has the user now.
    public var isStarted: Bool { self == .startedByLink || self == .startedByScheme }
  }
#endif
