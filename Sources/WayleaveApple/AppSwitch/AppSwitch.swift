#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import Foundation
  import UIKit
  import Wayleave
  import WayleaveOAuth2
  import WayleaveProvider
  import WayleaveWire

  /// The way to the provider's app: its universal link first, then its scheme.
  struct AppSwitch: Sendable {
    /// How the system opens URLs; tests give their own.
    struct Opening: Sendable {
      /// Opens a URL, by nothing but the app that claims it where that is asked for; false where none did.
      let open: @MainActor @Sendable (URL, _ universalLinkOnly: Bool) async -> Bool
      /// Whether an app has the scheme; the system says so only of schemes that are listed.
      let canOpen: @MainActor @Sendable (URL) -> Bool
    }

    let opening: Opening
    let declarations: AppDeclarations

    /// Tries each way in turn; nothing is opened where the app could not come back.
    @MainActor func start(_ page: AuthorizationPage, to redirectURI: RedirectURI) async -> AppSwitchStatus {
      if let obstacle = obstacle(page, redirectURI) { return obstacle }
      if let link = (page.appLink ?? page.url).foundationURL, link.scheme == "https", await opening.open(link, true) {
        return .startedByLink
      }
      guard let app = page.app, let entry = page.provider.nativeApp, entry.hasOwnScheme, let url = app.foundationURL
      else { return .appNotInstalled(install: page.install) }
      guard declarations.queriedSchemes.contains(app.scheme) else { return .schemeNotListed(app.scheme) }
      guard opening.canOpen(url) else { return missing(entry, page) }
      return await opening.open(url, false) ? .startedByScheme : .notOpened
    }

    private func obstacle(_ page: AuthorizationPage, _ redirectURI: RedirectURI) -> AppSwitchStatus? {
      if let form = try? page.url.queryForm, let id = try? form.text(of: "client_id"), id.isEmpty {
        return .clientIDMissing
      }
      let scheme = redirectURI.url.scheme
      // Whether a link of https leads here is in the entitlements, which no app can read.
      guard scheme != "https", !declarations.schemes.contains(scheme) else { return nil }
      return .callbackNotUsable(reason: "“\(scheme)” is not among the CFBundleURLTypes of this app")
    }

    /// An app that is too old opens a scheme that every version has, as in FSOAuth.
    @MainActor private func missing(_ entry: NativeApp, _ page: AuthorizationPage) -> AppSwitchStatus {
      guard let scheme = entry.scheme, declarations.queriedSchemes.contains(scheme),
        let url = URL(string: "\(scheme)://"), opening.canOpen(url)
      else { return .appNotInstalled(install: page.install) }
      return .appTooOld(install: page.install)
    }
  }

  extension AppSwitch.Opening {
    /// That of the app that runs.
    @available(iOSApplicationExtension, unavailable, message: "an extension opens no app")
    @available(macCatalystApplicationExtension, unavailable, message: "an extension opens no app")
    @available(visionOSApplicationExtension, unavailable, message: "an extension opens no app")
    static var application: AppSwitch.Opening {
      AppSwitch.Opening(
        open: { url, universalLinkOnly in
          await UIApplication.shared.open(url, options: universalLinkOnly ? [.universalLinksOnly: true] : [:])
        },
        canOpen: { UIApplication.shared.canOpenURL($0) })
    }
  }

  extension AuthorizationPage {
    fileprivate var install: URL? { provider.nativeApp?.install?.foundationURL }
  }

  extension AbsoluteURL {
    fileprivate var foundationURL: URL? { URL(string: text) }
  }
#endif
