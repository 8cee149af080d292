#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Crypto
import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveResourceServer
import WayleaveWire

/// The API that is measured, with a token for it, and the bare verification of that token's signature.
struct MeasuredAPI: Sendable {
  let resource: ProtectedResource
  let token: Secret
  private let key: P256.Signing.PublicKey
  private let signed: [UInt8]
  private let signature: [UInt8]

  init() throws {
    let pair = try JSONWebKey.generate(for: .es256)
    let (issuer, api) = (try AbsoluteURL("https://as.example.com"), try AbsoluteURL("https://api.example.com/notes"))
    let now = Int64(time(nil))
    var claims = JSON.Object()
    claims["iss"] = .string(issuer.text)
    claims["sub"] = "248289761001"
    claims["aud"] = .string(api.text)
    claims["client_id"] = "812741506391.apps.example.com"
    claims["iat"] = JSON(now)
    claims["exp"] = JSON(now + 7200)
    claims["jti"] = "dbe39bf3a3ba4238a513f51d6e1691c4"
    claims["scope"] = "openid profile notes.read notes.write"
    token = try JWTAccessToken.sign(claims, with: pair, by: .es256)
    let keys = try JSONWebKeySet([pair.publicKey].compactMap(\.self))
    resource = try ProtectedResource(
      api, trusting: [TrustedIssuer(issuer, keys: .at(Endpoint("https://as.example.com/keys")))],
      over: KeyServer(keys: keys))

    let parts = token.exposedText.utf8.split(separator: UInt8(ascii: "."))
    signed = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
    signature = Base64.url.decode(Array(parts[2])) ?? []
    let coordinates = ["x", "y"].flatMap { Base64.url.decode(pair.json[$0]?.string ?? "") ?? [] }
    key = try P256.Signing.PublicKey(rawRepresentation: coordinates)
  }

  /// What no check of the token can go below.
  func verifyBarely() throws -> Bool {
    key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: signed)
  }
}

/// Has the keys of the issuer in memory, for the one fetch of them.
private struct KeyServer: Transport {
  let keys: JSONWebKeySet

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: keys.json.encoded())
    response.head.headerFields[.contentType] = "application/json"
    return response
  }
}
