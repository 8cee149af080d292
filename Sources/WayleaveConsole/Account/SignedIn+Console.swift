package import Wayleave
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
package import WayleaveWire

extension SignedIn {
  /// The sign-in in sentences: who, which account, and what became of a name that was wanted and of an earlier sign-in.
  package func text(named name: String, at time: ShownTime) -> String {
    let title = DisplayText.clean(stored.provider.title)
    var sentences = ["Signed in at \(title)\(stored.who). The account is “\(name)”."]
    if let replaced {
      let scopes =
        replaced.scopes.isEmpty ? "" : " (scopes: \(DisplayText.quoted(replaced.scopes)))"
      sentences.append(
        "You were signed in there since \(time.clock(replaced.since))\(scopes); this sign-in replaces that one."
          // RFC 7009 §2.1: with one token a server may end the whole grant, and with it that of this sign-in.
          + " Its tokens were not revoked: \(title) takes them until they expire, or until you remove the app there.")
      if stored.identity == nil {
        sentences.append("Neither sign-in says who the user is, so Wayleave cannot check that it is the same person.")
      }
    }
    if replaced == nil, stored.identity == nil, stored.provider.identity == nil,
      let again = Remedy.option("--account", name)
    {
      sentences.append(
        "\(title) does not say who the user is. To renew this account, use `wayleave login \(again)`; "
          + "a sign-in there without --account adds another one.")
    }
    if let refusedName { sentences.append(refusal(of: refusedName, to: name)) }
    return sentences.joined(separator: " ")
  }

  /// What to say where the provider would tell who the user is, but the scopes that were named left that out; else nil.
  ///
  /// OpenID Connect Core §3.1.2.1: without the scope `openid` there is no ID token.
  package func noteOnOpenID(asking scopes: [String]) -> String? {
    guard stored.identity == nil, !scopes.isEmpty, !scopes.contains("openid"),
      case .oauth2(let service) = stored.provider.service, service.scopes.contains("openid")
    else { return nil }
    return "Your scopes have no “openid”: with `--scope openid` next to them, the provider says who you are."
  }

  /// What to say where the provider granted more than the sign-in asked for; else nil.
  ///
  /// RFC 6749 §3.3. Without scopes that were named, what a built-in provider adds is its way of writing them.
  package func noteOnMoreScopes(asking scopes: [String]) -> String? {
    guard case .oauth2(let service) = stored.provider.service, case .oauth2(let tokens) = stored.credential,
      // A stored entry may be an earlier one of that name, which no file of the user can have.
      !scopes.isEmpty || !Provider.isBuiltInName(stored.provider.name)
    else { return nil }
    let asked = scopes.isEmpty ? service.scopes : scopes
    // That one is asked for where the sign-in has to say who the user is.
    let more = ScopeDifference(asked: asked + ["openid"], granted: tokens.scopes ?? []).added
    guard !asked.isEmpty, !more.isEmpty else { return nil }
    return "The provider granted more than was asked for: \(DisplayText.quoted(more))."
  }

  private func refusal(of wanted: String, to name: String) -> String {
    let shown = DisplayText.clean(wanted)
    // Only an account that is renewed has a name of its own here.
    if let own = stored.name {
      return "It is not called “\(shown)”: the provider issued the token of “\(DisplayText.clean(own))” again."
    }
    let reason =
      stored.identity == nil
      ? "“\(shown)” is another account, and the provider does not say whether its user is the same. Nothing of it was changed."
      : "“\(shown)” already belongs to another user's account."
    guard let old = Remedy.argument(wanted), let new = Remedy.argument(name) else { return reason }
    return reason
      + " To use this name here, run `wayleave accounts rename \(old) OTHER` or `wayleave logout \(old)`, then `wayleave accounts rename \(new) \(old)`."
  }

  /// The account as `login` prints it with `--json`.
  package func json(named name: String, storedIn location: String) -> JSON {
    var json = stored.json(named: name, storedIn: location).object ?? JSON.Object()
    json["replaced"] =
      replaced.map {
        ["account": .string(name), "since": JSON($0.since.secondsSinceEpoch), "revoked": false]
      } ?? .null
    json["refused_name"] = JSON(refusedName)
    return .object(json)
  }
}
