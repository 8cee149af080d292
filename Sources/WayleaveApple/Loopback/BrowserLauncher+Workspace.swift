#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Foundation
  public import Wayleave

  extension BrowserLauncher {
    /// The default browser of a Mac, which the system opens: for an app, which starts no other program in the sandbox.
    ///
    /// ``system`` starts `open` for the same, and the browser that `BROWSER` names: for a command-line program.
    public static var workspace: BrowserLauncher {
      BrowserLauncher { url in
        guard let url = URL(string: url.text) else { return "the system does not take the URL" }
        return await MainActor.run { NSWorkspace.shared.open(url) } ? nil : "no program opens web pages here"
      }
    }
  }
#endif
