import HTTPTypes
import Testing
import WayleaveConsole
import WayleaveWire

@Suite("wayleave request --dry-run: secrets by their fingerprint")
struct ShownRequestTests {
  private let token = "kkk9d7dh3k39sjv7/+more"

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
      try signed(), asked: "https://photos.example.net/photos?size=original", showingCredential: false)
    for text in [shown.text, shown.json.encodedText()] {
      #expect(!text.contains("kkk9d7dh3k39sjv7") && !text.contains("MdpQcU8i"), "\(text)")
      #expect(text.contains("dpf43f3p2l4k3l03") && text.contains("size%3Doriginal"))
    }
    // The same fingerprint in header, parameters and base string.
    #expect(shown.text.components(of: Secret(token).fingerprint) == 3, "\(shown.text)")
  }

  @Test("when it is asked for, all of it is shown")
  func whole() throws {
    let shown = ShownRequest(try signed(), asked: "", showingCredential: true)
    #expect(shown.text.contains("oauth_token=\"kkk9d7dh3k39sjv7%2F%2Bmore\""))
    #expect(shown.text.contains("oauth_token%3Dkkk9d7dh3k39sjv7"))
    #expect(shown.text.contains("MdpQcU8iPSUjWoN"))
  }

  @Test("a bearer token and a DPoP proof are shown by fingerprint, other headers as they are")
  func bearer() throws {
    var request = RequestMessage(.get, to: try AbsoluteURL("https://api.example/me"))
    request.head.headerFields[.authorization] = "DPoP a-token-of-some-length"
    request.head.headerFields[try #require(HTTPField.Name("DPoP"))] = "eyJ0eXAiOiJkcG9wK2p3dCJ9.e30.c2ln"
    request.head.headerFields[.userAgent] = "wayleave"
    let text = ShownRequest(request, asked: "https://api.example/me", showingCredential: false).text
    #expect(!text.contains("a-token-of") && !text.contains("eyJ0"))
    #expect(text.contains("DPoP <secret \(Secret("a-token-of-some-length").fingerprint)>"))
    #expect(text.contains("User-Agent: wayleave"))
  }
}

extension String {
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
