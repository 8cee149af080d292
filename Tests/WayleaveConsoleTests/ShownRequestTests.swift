import HTTPTypes
import Testing
import WayleaveConsole
import WayleaveWire

@Suite("wayleave request --dry-run: secrets by their fingerprint")
struct ShownRequestTests {
  private let token = "kkk9d7dh3k39sjv7/+more"

  private func asked(_ url: String) throws -> RequestMessage { RequestMessage(.get, to: try AbsoluteURL(url)) }

  private func signed() throws -> RequestMessage {
    var request = RequestMessage(.get, to: try AbsoluteURL("https://photos.example.net/photos?size=original"))
    request.head.headerFields[.authorization] = """
      OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="kkk9d7dh3k39sjv7%2F%2Bmore", \
      oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH", \
      oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"
      """
    return request
  }

  @Test("a signed request shows neither token nor signature: header, parameters, base string and JSON")
  func hidden() throws {
    let shown = ShownRequest(
      try signed(), asked: try asked("https://photos.example.net/photos?size=original"), showingCredential: false)
    let text = "\(shown.text)\n\(shown.explanation ?? "")"
    for text in [text, shown.json.encodedText()] {
      #expect(!text.contains("kkk9d7dh3k39sjv7") && !text.contains("MdpQcU8i"), "\(text)")
      #expect(text.contains("dpf43f3p2l4k3l03") && text.contains("size%3Doriginal"))
    }
    // The same fingerprint in header, parameters and base string.
    #expect(text.components(of: Secret(token).fingerprint) == 3, "\(text)")
  }

  @Test("when it is asked for, all of it is shown")
  func whole() throws {
    let shown = ShownRequest(try signed(), asked: try signed(), showingCredential: true)
    #expect(shown.text.contains("oauth_token=\"kkk9d7dh3k39sjv7%2F%2Bmore\""))
    #expect(shown.explanation?.contains("oauth_token%3Dkkk9d7dh3k39sjv7") == true)
    #expect(shown.text.contains("MdpQcU8iPSUjWoN"))
  }

  @Test("a bearer token and a DPoP proof are shown by fingerprint, other headers as they are")
  func bearer() throws {
    var request = RequestMessage(.get, to: try AbsoluteURL("https://api.example/me"))
    request.head.headerFields[.authorization] = "DPoP a-token-of-some-length"
    request.head.headerFields[try #require(HTTPField.Name("DPoP"))] = "eyJ0eXAiOiJkcG9wK2p3dCJ9.e30.c2ln"
    request.head.headerFields[.userAgent] = "wayleave"
    let text = ShownRequest(request, asked: try asked("https://api.example/me"), showingCredential: false).text
    #expect(!text.contains("a-token-of") && !text.contains("eyJ0"))
    #expect(text.contains("DPoP <secret \(Secret("a-token-of-some-length").fingerprint)>"))
    #expect(text.contains("User-Agent: wayleave"))
  }

  private func form(_ body: String, asked: String, showingCredential: Bool = false) throws -> ShownRequest {
    var typed = try self.asked("https://api.example/me")
    typed.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    typed.body = Array(asked.utf8)
    var request = typed
    request.body = Array(body.utf8)
    return ShownRequest(request, asked: typed, showingCredential: showingCredential)
  }

  @Test(
    "a form body is shown as it was typed, and what was added to it without its values",
    arguments: [
      ("a=b&c=d", "a=b&c=d", "a=b&c=d"), ("a=b", "a=b&token=canary", "a=b&token=…"), ("", "token=canary", "token=…"),
      ("a=b", "c=canary&a=canary", "c=…&a=…"),
      ("oauth_token=canary&a=b", "oauth_token=canary&a=b", "oauth_token=…&a=b"),
    ])
  func form(asked: String, sent: String, text: String) throws {
    #expect(try form(sent, asked: asked).text.hasSuffix("\n\n" + text))
    #expect(try form(sent, asked: asked).json["body"]?.string == text)
    let whole = try form(sent, asked: asked, showingCredential: true)
    #expect(whole.bytes.suffix(sent.utf8.count) == Array(sent.utf8)[...])
    #expect(whole.text.contains("\nContent-Length: \(sent.utf8.count)\n\n"))
  }

  @Test("a body that is no text is written byte for byte, and is null in JSON")
  func binary() throws {
    var request = try asked("https://api.example/me")
    request.body = [0xFF, 0x0A, 0x0A]
    let shown = ShownRequest(request, asked: request, showingCredential: true)
    #expect(shown.bytes.suffix(5) == [0x0A, 0x0A, 0xFF, 0x0A, 0x0A] && shown.json["body"] == .null)
  }

  @Test("-v shows the heads of request and answer; a token, a cookie and the values of a redirect are hidden")
  func exchange() throws {
    var request = try asked("https://api.example/me")
    request.head.headerFields[.authorization] = "Bearer canary-canary-canary"
    var answer = ResponseMessage(HTTPResponse(status: .found))
    answer.head.headerFields[.setCookie] = "session=canary-canary-canary"
    answer.head.headerFields[.location] = "https://api.example/next?code=canary-canary-canary"
    answer.head.headerFields[.server] = "a\u{9B}b"
    answer.head.headerFields[.wwwAuthenticate] = "Bearer realm=canary-canary-canary"
    let text = ShownExchange(
      request, asked: try asked("https://api.example/me"), answeredBy: answer,
      without: SecretBlotter([Array("canary-canary-canary".utf8)])
    ).text
    #expect(text.contains("\n< WWW-Authenticate: Bearer realm=<secret>"))
    #expect(!text.contains("canary") && !text.contains("\u{9B}"))
    #expect(text.hasPrefix("> GET https://api.example/me\n> Authorization: Bearer <secret "))
    #expect(text.contains("\n< HTTP 302\n") && text.contains("\n< Location: https://api.example/next?code=…"))
  }
}

extension String {
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
