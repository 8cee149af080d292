import HTTPTypes
import Synchronization
import Testing
import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveSignIn
import WayleaveWire

/// Apple's key server, and the tokens that its key signs.
final class AppleKeys: Transport {
  static let now = Instant(secondsSinceEpoch: 1_800_000_000)

  private let key = try? JSONWebKey.generate(for: .rs256)
  private let sent = Mutex<[String]>([])

  /// The paths that were asked for.
  var places: [String] { sent.withLock(\.self) }

  var accounts: Accounts {
    Accounts(
      transport: self, credentials: CredentialRecords(in: MemoryVault()), signIns: SignInRecords(in: MemoryVault()),
      now: { Self.now })
  }

  func token(
    for user: String, nonce: String?, code: String? = nil, audience: ClientID = "com.example.app",
    issuer: Issuer = "https://appleid.apple.com", email: String? = "ada@privaterelay.appleid.com", at now: Instant = now
  ) throws -> String {
    var additional = JSON.Object()
    if let email { (additional["email"], additional["email_verified"]) = (.string(email), .string("true")) }
    return try IDToken.sign(
      subject: user, from: issuer, to: audience, nonce: nonce.map { Secret($0) }, code: code.map { Secret($0) },
      at: now, additional: additional, with: #require(key), by: .rs256
    ).exposedText
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    sent.withLock { $0.append(request.head.path ?? "") }
    return ResponseMessage(.ok, json: ["keys": [try #require(key).json]])
  }
}
