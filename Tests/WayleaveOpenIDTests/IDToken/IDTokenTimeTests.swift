import Testing
import WayleaveJOSE
import WayleaveOpenID
import WayleaveWire
import WayleaveTestSupport

@Suite("OpenID Connect Core §3.1.3.7, rules 9, 10, 12 and 13: when")
struct IDTokenTimeTests {
  private var sample: IDTokenSample

  init() throws { sample = try IDTokenSample() }

  @Test(
    "OIDC-5 and 144: exp is ahead, with a minute of tolerance",
    arguments: [
      (seconds(1), nil), (seconds(-59), nil), (seconds(-60), .expiredIDToken), (seconds(-1000), .expiredIDToken),
      (nil, .expiredIDToken), (.number("\(IDTokenSample.now.secondsSinceEpoch).5"), nil),
      ("1800000000", .malformedJOSE),
      (.number("1e300"), .malformedJOSE), (.number("-1e18"), .malformedJOSE), (.number("9223372036854775807"), nil),
      // attack 145: a hundred years are accepted; an app's session has a lifetime of its own.
      (seconds(3_153_600_000), nil),
    ] as [(JSON?, OAuthError.Code?)])
  func expiry(written: JSON?, code: OAuthError.Code?) throws {
    #expect(try sample.refusal { $0["exp"] = written } == code)
  }

  @Test("144: a date in quotes is read where the provider is known for it")
  func textDate() throws {
    var sample = sample
    sample.requirements.dialect.hasTextDates = true
    #expect(try sample.refusal { $0["exp"] = "1800000000" } == nil)
    #expect(try sample.refusal { $0["exp"] = "1" } == .expiredIDToken)
  }

  @Test(
    "144: nbf is not ahead",
    arguments: [
      (nil, nil), (seconds(0), nil), (seconds(60), nil), (seconds(61), .idTokenNotYetValid), ("1", .malformedJOSE),
    ] as [(JSON?, OAuthError.Code?)])
  func notBefore(written: JSON?, code: OAuthError.Code?) throws {
    #expect(try sample.refusal { $0["nbf"] = written } == code)
  }

  @Test(
    "OIDC-5 and 144: iat is about now",
    arguments: [
      (seconds(60), nil), (seconds(61), .idTokenIssuedAt), (seconds(-660), nil), (seconds(-661), .idTokenIssuedAt),
      (nil, .idTokenIssuedAt), (.number("-9223372036854775808"), .idTokenIssuedAt),
    ] as [(JSON?, OAuthError.Code?)])
  func issuance(written: JSON?, code: OAuthError.Code?) throws {
    #expect(try sample.refusal { $0["iat"] = written } == code)
  }

  @Test("a token may be of any age where that is said")
  func anyAge() throws {
    var sample = sample
    sample.requirements.maximumIssueAge = nil
    #expect(try sample.refusal { $0["iat"] = 1 } == nil)
    sample.requirements.maximumIssueAge = .seconds(Int64.max)
    #expect(try sample.refusal { $0["iat"] = 1 } == nil)
  }

  @Test("the tolerance is the caller's")
  func tolerance() throws {
    var sample = sample
    sample.requirements.tolerance = .zero
    #expect(try sample.refusal { $0["exp"] = seconds(0) } == .expiredIDToken)
    #expect(try sample.refusal { $0["exp"] = seconds(1) } == nil)
    #expect(try sample.refusal { $0["iat"] = seconds(1) } == .idTokenIssuedAt)
  }

  @Test("an age or a tolerance beyond all time lets every date pass")
  func endless() throws {
    var sample = sample
    sample.requirements.maximumAge = .seconds(1e20)
    sample.requirements.maximumIssueAge = .seconds(1e20)
    sample.requirements.tolerance = .seconds(1e20)
    #expect(
      try sample.refusal {
        $0["iat"] = 1
        $0["auth_time"] = 1
        $0["exp"] = 2
      } == nil)
  }

  @Test(
    "OIDC-7: with max_age, auth_time is there and late enough",
    arguments: [
      (seconds(-300), nil), (seconds(-360), nil), (seconds(-361), .idTokenAuthenticationTime),
      (seconds(61), .idTokenAuthenticationTime), (nil, .idTokenAuthenticationTime),
      ("1700000000", .idTokenAuthenticationTime),
    ] as [(JSON?, OAuthError.Code?)])
  func authenticationTime(written: JSON?, code: OAuthError.Code?) throws {
    var sample = sample
    sample.requirements.maximumAge = .seconds(300)
    #expect(try sample.refusal { $0["auth_time"] = written } == code)
    sample.requirements.maximumAge = nil
    #expect(try sample.refusal { $0["auth_time"] = written } == nil)
  }

  @Test(
    "OIDC-7: acr is one of those that are enough",
    arguments: [
      ("phr", nil), ("phrh", nil), ("pwd", .idTokenAuthenticationContext), (nil, .idTokenAuthenticationContext),
      (0, .idTokenAuthenticationContext),
    ] as [(JSON?, OAuthError.Code?)])
  func authenticationContext(written: JSON?, code: OAuthError.Code?) throws {
    var sample = sample
    sample.requirements.authenticationContextClasses = ["phr", "phrh"]
    #expect(try sample.refusal { $0["acr"] = written } == code)
  }
}
