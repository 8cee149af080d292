import ArgumentParser
import Wayleave
import WayleaveTerminal
import WayleaveWire
import WayleaveProvider

/// Where `login --flow xauth` has the user's name and password from: options, or the terminal, which shows neither.
struct PasswordChoice: ParsableArguments {
  @Option(help: "The user's name there; without it the terminal asks for it.")
  var username: String?

  @Option(
    help: ArgumentHelp(
      "A file with the password; - is standard input; without it the terminal asks.", valueName: "file"))
  var passwordFile: String?

  /// Whether anything of it was given.
  var isGiven: Bool { username != nil || passwordFile != nil }

  /// Name and password; throws `configuration.unsupported`, before anyone is asked, for a provider that takes none.
  func read(for provider: Provider) throws(OAuthError) -> (username: String, password: Secret) {
    guard case .oauth1(let service) = provider.service, service.takesPasswords else {
      throw OAuthError(
        .unsupported, message: "\(DisplayText.clean(provider.title)) does not take passwords from programs.",
        rule: .wayleave("a password is sent only where the provider's entry says “x_auth: true”"),
        remedy: "Nothing was sent. Sign in with --flow browser.")
    }
    let title = DisplayText.clean(provider.title)
    let name =
      if let username { username } else {
        String(decoding: try typed("Type your name at \(title), which is not shown, then press Enter:"), as: UTF8.self)
      }
    let password =
      if let passwordFile { try TextFile.secret(passwordFile) } else {
        Secret(try typed("Type your password at \(title), which is not shown, then press Enter:"))
      }
    return (name, password)
  }

  private func typed(_ prompt: String) throws(OAuthError) -> [UInt8] {
    let typed: [UInt8]
    do throws(OAuthError) { typed = try HiddenInput.read(prompt, until: .line) } catch {
      guard error.code == .invalidValue else { throw error }
      throw error.remedied(by: "Give --username NAME --password-file FILE.")
    }
    let bytes = typed.filter { $0 != UInt8(ascii: "\r") }
    guard !bytes.isEmpty else { throw .inputInterrupted() }
    return bytes
  }
}
