import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// GitHub's OAuth apps and GitHub Apps: errors with status 200, devices, and an API that wants to know who calls.
///
/// https://docs.github.com, "Authorizing OAuth apps", "Troubleshooting OAuth app access token request errors" and
/// "Refreshing user access tokens".
final class GitHub: EntryDepth {
  /// Whether it is a GitHub App: permissions take the place of scopes, and tokens expire.
  let isApp: Bool
  let playsDevices = true
  var devices = PendingSignIns<EntryDeviceQuestion, PlaygroundPerson>(capacity: 10_000, dropsOldest: true)

  init(isApp: Bool = false) { self.isApp = isApp }

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    switch (request.host, request.segments) {
    case ("github.com", ["login", "oauth", "access_token"]): return grantToken(request)
    case ("github.com", ["login", "device", "code"]): return authorizeDevice(request)
    case ("github.com", ["login", "device"]): return devicePage(request)
    case ("api.github.com", let path): return api(path, request)
    default: return nil
    }
  }

  /// A device asks as well, and only tokens of a GitHub App are renewed.
  func places(of happening: Happening, among places: [String]) -> [String] {
    switch happening {
    case .question: places + ["/github.com/login/device"]
    case .refresh: isApp ? places : []
    default: places
    }
  }

  /// The refusals of the token endpoint, which have the status 200.
  static let wrongClient = TokenRefusal(
    "incorrect_client_credentials", "The client_id and/or client_secret passed are incorrect.", status: .ok)
  /// In words of our own: the id and the secret are right.
  static let wrongWay = TokenRefusal(
    "incorrect_client_credentials", "The secret came by HTTP Basic, which this provider does not take.", status: .ok)
  static let wrongRedirectURI = TokenRefusal(
    "redirect_uri_mismatch", "The redirect_uri MUST match the registered callback URL for this application.",
    status: .ok)
  static let wrongCode = TokenRefusal("bad_verification_code", "The code passed is incorrect or expired.", status: .ok)
  static let unsupportedGrant = TokenRefusal(
    "unsupported_grant_type", "The grant type is not supported.", status: .ok)
  static let wrongDeviceCode = TokenRefusal(
    "incorrect_device_code", "The device_code provided is not valid.", status: .ok)
  static let wrongRefreshToken = TokenRefusal(
    "bad_refresh_token", "The refresh token passed is incorrect or expired.", status: .ok)

  func refuse(_ refusal: TokenRefusal, _ request: EntryRequest) -> ResponseMessage {
    refuse(
      refusal.word,
      ["error_description": .string(refusal.sentence), "error_uri": "https://docs.github.com/apps/oauth-apps"], request)
  }

  func refuse(_ word: String, _ members: JSON, _ request: EntryRequest) -> ResponseMessage {
    request.noteRefusal(word)
    var all = JSON.Object(members: [.init(name: "error", value: .string(word))])
    for member in members.object?.members ?? [] { all[member.name] = member.value }
    return answer(all, request)
  }

  /// A form, unless the client asks for JSON.
  func answer(_ members: JSON.Object, _ request: EntryRequest) -> ResponseMessage {
    if request.visit.request.head.headerFields[.accept]?.contains(ContentType.json) ?? false {
      return ResponseMessage(.ok, json: .object(members))
    }
    var form = Form()
    for member in members.members { form.append(member.name, member.value.string ?? member.value.encodedText()) }
    return .text(.ok, String(decoding: form.encoded(), as: UTF8.self), type: "\(ContentType.form); charset=utf-8")
  }
}
