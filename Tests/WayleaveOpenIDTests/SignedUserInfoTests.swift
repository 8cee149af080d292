import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Core §5.3.2: UserInfo that comes signed")
struct SignedUserInfoTests {
  private let sample: IDTokenSample
  private let signed: SignedUserInfo

  init() throws {
    sample = try IDTokenSample()
    signed = SignedUserInfo(
      keys: sample.keys, algorithms: [.es256], issuer: IDTokenSample.issuer, clientID: IDTokenSample.clientID)
  }

  private func answer(type: String? = nil, _ change: (inout JSON.Object) -> Void = { _ in }) throws -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: try sample.token(type: type, change).exposedBytes)
    response.head.headerFields[.contentType] = "application/jwt; charset=utf-8"
    return response
  }

  @Test("the claims are those that the provider signed for us")
  func accepted() throws {
    let info = try UserInfo(reading: answer { $0["name"] = "Ada" }, subject: "248289761001", signed: signed)
    #expect(info.subject == "248289761001" && info.claims["name"] == "Ada")
    // "SHOULD contain the Claims iss and aud".
    let bare = try answer {
      $0["iss"] = nil
      $0["aud"] = nil
    }
    #expect(try UserInfo(reading: bare, signed: signed).subject == "248289761001")
  }

  @Test("OIDC-9 and 148: another user, audience, issuer, type or signer is refused")
  func refused() throws {
    let other = try answer()
    #expect(try refusal { try UserInfo(reading: other, subject: "7", signed: signed) } == .unexpectedAnswer)
    let audience = try answer { $0["aud"] = "other" }
    #expect(try refusal { try UserInfo(reading: audience, signed: signed) } == .idTokenAudience)
    for named in ["reader2", "reade"] {
      let similar = try answer { $0["aud"] = .string(named) }
      #expect(try refusal { try UserInfo(reading: similar, signed: signed) } == .idTokenAudience)
    }
    let issuer = try answer { $0["iss"] = "https://evil.example" }
    #expect(try refusal { try UserInfo(reading: issuer, signed: signed) } == .idTokenIssuer)
    let type = try answer(type: "logout+jwt")
    #expect(try refusal { try UserInfo(reading: type, signed: signed) } == .idTokenType)
    let strange = SignedUserInfo(
      keys: try IDTokenSample().keys, algorithms: [.es256], issuer: IDTokenSample.issuer,
      clientID: IDTokenSample.clientID)
    #expect(try refusal { try UserInfo(reading: other, signed: strange) } == .tokenSignatureMismatch)
  }

  @Test("the issuer is named as the provider's dialect has it")
  func dialect() throws {
    let other = try answer { $0["iss"] = "op.example" }
    #expect(try refusal { try UserInfo(reading: other, signed: signed) } == .idTokenIssuer)
    let described = SignedUserInfo(
      keys: sample.keys, algorithms: [.es256], issuer: IDTokenSample.issuer, clientID: IDTokenSample.clientID,
      dialect: IDTokenDialect(issuerForm: .alias(["op.example"])))
    #expect(try UserInfo(reading: other, signed: described).subject == "248289761001")
  }

  @Test("a JWT that was not agreed on is refused, and so is JSON that is none")
  func notAgreed() throws {
    let signed = try answer()
    #expect(try refusal { try UserInfo(reading: signed) } == .unexpectedAnswer)
    var unsigned = signed
    unsigned.body = Array(#"{"sub":"248289761001"}"#.utf8)
    #expect(try refusal { try UserInfo(reading: unsigned, signed: self.signed) } == .malformedJOSE)
  }
}
