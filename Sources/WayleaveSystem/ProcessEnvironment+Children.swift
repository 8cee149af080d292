/// What the programs that we start get of the variables of this process.
///
/// A variable is read by every program of the same user, in `/proc/PID/environ`, for as long as its process lives. So a
/// secret stands in none that we hand on: to a program of ours it goes by a pipe.
extension ProcessEnvironment {
  /// The variables by which a person can give a program of ours a secret, and those that `token --env` sets.
  package static let secretNames = [
    "WAYLEAVE_STORE_PASSPHRASE", "WAYLEAVE_CLIENT_SECRET", "WAYLEAVE_TOKEN_SECRET", "WAYLEAVE_ACCESS_TOKEN",
    "WAYLEAVE_OAUTH_TOKEN", "WAYLEAVE_OAUTH_TOKEN_SECRET",
  ]

  /// A program that is started.
  package enum Child: CaseIterable, Sendable {
    /// One of ours: it gets all but the secrets.
    case ours
    /// One that shows a page or starts an app, and has windows of any kind: it gets all but what is for ours.
    case opener
    /// A tool of the system or of the desktop: it gets what describes the session.
    case tool
  }

  /// What a program gets of some variables.
  package static func handed(to child: Child, of variables: [String: String] = variables()) -> [String: String] {
    variables.filter { name, _ in
      switch child {
      case .ours: !secretNames.contains(name)
      case .opener: !name.hasPrefix("WAYLEAVE_")
      case .tool: isOfSession(name)
      }
    }
  }

  /// Whether a variable describes the session of the user.
  package static func isOfSession(_ name: String) -> Bool {
    switch name {
    case "HOME", "USER", "LOGNAME", "SHELL", "PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY",
      "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "GNOME_DESKTOP_SESSION_ID":
      true
    default: ["LC_", "XDG_", "KDE_"].contains { name.hasPrefix($0) }
    }
  }
}
