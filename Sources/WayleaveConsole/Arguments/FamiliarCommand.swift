/// Commands that people know from other programs, and the ones that do the same here.
package enum FamiliarCommand {
  /// By the command before the word.
  private static let all: [String: [String: String]] = [
    "wayleave": [
      "ls": "status", "list": "status", "whoami": "status", "show": "status", "users": "status",
      "refresh": "token --force", "renew": "token --force", "print": "token", "curl": "request", "get": "request",
      "fetch": "request", "http": "request", "api": "request", "signin": "login", "sign-in": "login", "auth": "login",
      "signout": "logout", "sign-out": "logout", "revoke": "logout", "rm": "logout", "remove": "logout",
      "decode": "inspect", "explain": "inspect", "jwt": "inspect", "check": "verify", "validate": "verify",
      "register": "clients register", "client": "clients", "apps": "clients", "add": "clients add",
      "provider": "providers", "catalogue": "providers", "server": "playground", "serve": "playground",
      "mock": "playground", "try": "demo", "test": "demo", "completions": "completion", "man": "help",
    ],
    "providers": ["ls": "list", "rm": "remove", "delete": "remove", "new": "add", "create": "add", "cat": "show"],
    "clients": ["ls": "list", "show": "list", "rm": "remove", "delete": "remove", "new": "add", "create": "add"],
    "accounts": ["mv": "rename", "move": "rename", "rm": "remove", "delete": "remove"],
    "agent": ["start": "run", "serve": "run", "kill": "stop", "remove": "uninstall"],
    "grants": [
      "ls": "list", "show": "list", "add": "allow", "new": "allow", "rm": "revoke", "remove": "revoke",
      "delete": "revoke", "deny": "revoke",
    ],
    "scheme": [
      "uninstall": "remove", "rm": "remove", "delete": "remove", "unregister": "remove", "register": "install",
      "add": "install", "show": "status",
    ],
    "store": ["show": "status", "rotate": "rotate-key"],
    "trace": ["view": "show", "cat": "show", "open": "show", "check": "replay", "verify": "replay"],
    "verify": ["jwt": "id-token", "token": "id-token", "request": "oauth1"],
  ]

  /// The command that a word means after another one; nil for a word that is not known.
  package static func meant(by word: String, after parent: String) -> String? { all[parent]?[word] }
}
