import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// `--step authorize`: one half of a sign-in.
extension LoginCommand {
  /// Begins a sign-in that another process finishes, and prints the URL for the user.
  func begin(at target: Target, in accounts: Accounts) async throws {
    guard let provider = target.provider, let client = target.client else {
      throw ValidationError("--step authorize needs a provider.")
    }
    guard !provider.showsNumber(to: client) else {
      throw ValidationError(
        "\(DisplayText.clean(provider.title)) shows a number, which only the `login` that waits takes.")
    }
    let redirectURI = try client.redirectURIs.first ?? provider.loopbackRedirectURI
    let page = try await accounts.beginPage(of: provider, as: client, redirectURI: redirectURI, options: target.options)
    let life = page.renewal?.lifetime
    guard output.isJSON else {
      Console.answer(page.url.text)
      if let life { output.say(SignInText.life(life)) }
      return output.say(
        "Open this URL, then give the one at which the browser ends to `wayleave login --step exchange`.")
    }
    let now = WallClock.now()
    Console.answer([
      "authorization_url": .string(page.url.text), "redirect_uri": .string(redirectURI.text),
      "authorization_url_expires_at": JSON(life.map { (now + .seconds($0)).secondsSinceEpoch }),
      "expires_at": JSON((now + target.options.wholeLifetime).secondsSinceEpoch),
    ])
  }
}
