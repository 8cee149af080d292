package import WayleaveWire
import WayleaveSystem

/// Starts the user's browser, apart from this program and without a shell.
public struct BrowserLauncher: Sendable {
  /// Opens a page by a call of the system; gives the reason where it did not.
  package typealias Opener = @Sendable (AbsoluteURL) async -> String?

  private let opener: Opener?
  private let commands: [BrowserCommand]
  private let folders: String
  private let environment: [String: String]

  /// The browser that this process's environment names.
  public static var system: BrowserLauncher { BrowserLauncher(environment: ProcessEnvironment.variables()) }

  /// The browser that an environment names: the commands in `BROWSER`, tried in order, or the desktop's own opener.
  ///
  /// The browser gets this environment without the variables that begin with `WAYLEAVE_`, which may hold secrets.
  public init(environment: [String: String]) {
    let named = BrowserCommand.list(environment["BROWSER"] ?? "")
    #if canImport(Darwin)
      let openers = ["open"]
    #else
      let openers = Self.isOnWindows(environment) ? ["wslview", "xdg-open"] : ["xdg-open"]
    #endif
    opener = nil
    commands = named.isEmpty ? openers.compactMap { BrowserCommand($0) } : named
    folders = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    self.environment = ProcessEnvironment.handed(to: .opener, of: environment)
  }

  /// The browser that the system opens by a call: for an app, which may start no program.
  package init(environment: [String: String] = ProcessEnvironment.variables(), opener: @escaping Opener) {
    self.opener = opener
    (commands, folders, self.environment) = ([], "", environment.filter { $0.key == "SSH_CONNECTION" })
  }

  /// Why the user would not see what it starts; nil where they would. A variable that is empty counts as unset.
  package var reasonUnseen: String? {
    if isSet("BROWSER") { return Self.textBrowser(among: commands).map { "“\($0)” needs this terminal" } }
    if isSet("SSH_CONNECTION") { return "this is a remote shell" }
    #if os(Linux)
      guard opener == nil else { return nil }
      if !isSet("DISPLAY"), !isSet("WAYLAND_DISPLAY"), !Self.isOnWindows(environment) {
        let isContainer = Self.isContainer(environment) { (try? FileStatus.of($0, followingLink: true)) != nil }
        return isContainer ? "this is a container" : "there is no display"
      }
    #endif
    return nil
  }

  /// Whether the user can see what it starts.
  var isSeen: Bool { reasonUnseen == nil }

  /// Whether Linux runs within Windows, whose browser shows pages and reaches this machine.
  private static func isOnWindows(_ environment: [String: String]) -> Bool {
    environment["WSL_DISTRO_NAME"]?.isEmpty == false
  }

  /// Whether this machine is a container: Docker and Podman leave a file in it; Podman, systemd and LXC set a variable.
  ///
  /// systemd's "Container Interface".
  static func isContainer(_ environment: [String: String], isThere: (_ path: String) -> Bool) -> Bool {
    environment["container"]?.isEmpty == false || ["/.dockerenv", "/run/.containerenv"].contains(where: isThere)
  }

  /// The name of the first command, where that is a browser for terminals; nil for any other.
  private static func textBrowser(among commands: [BrowserCommand]) -> String? {
    let name = commands.first?.words.first?.split(separator: "/").last.map(String.init)
    return name.flatMap { ["elinks", "links", "links2", "lynx", "w3m", "www-browser"].contains($0) ? $0 : nil }
  }

  private func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }

  /// Starts a browser and does not wait for its end; `failed` gets the reason when no command worked.
  ///
  /// The first command has begun when this returns, so a program that ends right afterwards has started it. Only http and
  /// https are shown: what another scheme starts is not ours to say. `failed` may be called from another thread, at most
  /// once.
  package func launch(_ url: AbsoluteURL, failed: @escaping @Sendable (_ reason: String) -> Void) {
    guard url.isWebPage else { return failed("only http and https URLs are shown") }
    if let opener {
      Task { if let reason = await opener(url) { failed(reason) } }
      return
    }
    var others = commands[...]
    guard let first = others.popFirst() else { return }
    let firstBegun = begin(first, url)
    do throws(SystemError) {
      try DetachedThread.start { [others] in
        var (begun, others, reasons) = (firstBegun, others, [String]())
        while let reason = begun.reasonOfFailure() {
          reasons.append(reason)
          guard let next = others.popFirst() else { return failed(reasons.joined(separator: "; ")) }
          begun = self.begin(next, url)
        }
      }
    } catch {
      failed(error.words)
    }
  }

  /// Starts a browser, and gives why none started; nil when one did. For a program that ends right afterwards.
  ///
  /// Only http and https are shown, as by ``launch(_:failed:)``. What the browser makes of it is not waited for.
  package func start(_ url: AbsoluteURL) -> String? {
    guard url.isWebPage else { return "only http and https URLs are shown" }
    guard opener == nil else { return "a program that ends cannot wait for the system" }
    var reasons: [String] = []
    for command in commands {
      guard case .failed(let reason) = begin(command, url) else { return nil }
      reasons.append(reason)
    }
    return reasons.joined(separator: "; ")
  }

  /// A command of the list that was begun.
  private enum Begun: Sendable {
    case running(ChildProcess, path: String, since: ContinuousClock.Instant)
    case failed(reason: String)

    /// Waits for its end; gives why it did not work, or nil when it did.
    func reasonOfFailure() -> String? {
      switch self {
      case .failed(let reason): return reason
      case .running(let child, let path, let start):
        guard let status = child.waitForEnd(), status != 0 else { return nil }
        // What ran for a while has shown a window: how it ended then is between it and its user.
        guard ContinuousClock.now - start < .seconds(10) else { return nil }
        return "“\(DisplayText.clean(path, limit: 200))” ended with status \(status)"
      }
    }
  }

  private func begin(_ command: BrowserCommand, _ url: AbsoluteURL) -> Begun {
    let words = command.words(showing: url)
    guard let path = words.first.flatMap({ ExecutableSearch.path(of: $0, in: folders) }) else {
      return .failed(reason: "“\(DisplayText.clean(command.words.first ?? "", limit: 200))” is not a program here")
    }
    do throws(SystemError) {
      let child = try ChildProcess(starting: path, words: words, environment: environment)
      return .running(child, path: path, since: .now)
    } catch {
      return .failed(reason: "“\(DisplayText.clean(path, limit: 200))” did not start: \(error.words)")
    }
  }
}

extension AbsoluteURL {
  /// Whether a browser shows it: what another scheme starts is not ours to say.
  var isWebPage: Bool { scheme == "https" || scheme == "http" }
}
