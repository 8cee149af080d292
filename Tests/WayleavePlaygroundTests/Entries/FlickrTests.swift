import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth1
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

@Suite("The playground plays Flickr")
struct FlickrTests {
  private static let oauth = "www.flickr.com/services/oauth"
  private static let rest = "api.flickr.com/services/rest/?format=json&nojsoncallback=1&method="

  private func consumer(_ key: String = TestPlayground.entryClient, _ secret: String = TestPlayground.entrySecret)
    throws -> ConsumerCredential
  { try ConsumerCredential(key: key, secret: Secret(secret)) }

  private func begin(
    at playground: TestPlayground, as consumer: ConsumerCredential
  ) async throws -> ResponseMessage {
    let endpoint = try Endpoint(playground.address("flickr", "\(Self.oauth)/request_token"))
    return try await playground.visitor.send(
      TemporaryCredentialRequest(callback: .url(AbsoluteURL(TestPlayground.callback))).request(
        to: endpoint, as: consumer, stamp: playground.stamp()))
  }

  private func token(_ playground: TestPlayground, _ permission: String = "read") async throws -> TokenCredential {
    let temporary = try TemporaryCredentialResponse(
      reading: try await begin(at: playground, as: consumer())
    ).credential
    let page = "\(playground.address("flickr", Self.oauth))/authorize?perms=\(permission)&oauth_token="
    let location = try await playground.visitor.open(page + temporary.token.exposedText, following: false).location
    let form = try Form(decoding: AbsoluteURL(try #require(location)).query ?? "")
    let verifier = try #require(try form.text(of: "oauth_verifier"))
    let endpoint = try Endpoint(playground.address("flickr", "\(Self.oauth)/access_token"))
    return try TokenCredentialResponse(
      reading: try await playground.visitor.send(
        TokenCredentialRequest(temporary: temporary, verifier: Secret(verifier)).request(
          to: endpoint, as: consumer(), stamp: playground.stamp()))
    ).credential
  }

  private func call(
    _ method: String, _ token: TokenCredential, at playground: TestPlayground, as consumer: ConsumerCredential? = nil
  ) async throws -> JSON? {
    let request = RequestMessage(.get, to: try AbsoluteURL(playground.address("flickr", Self.rest + method)))
    let signed = try RequestSigner(consumer: consumer ?? self.consumer(), token: token)
      .sign(request, stamp: playground.stamp())
    let answer = try await playground.visitor.send(signed)
    #expect(answer.status == 200)
    return answer.json
  }

  @Test("a wrong signature comes back with the text to sign, and a missing callback with its name")
  func problems() async throws {
    try await TestPlayground.withEntries { playground in
      #expect(try await begin(at: playground, as: consumer()).status == 200)
      let wrong = try await begin(at: playground, as: consumer(TestPlayground.entryClient, "another"))
      #expect(wrong.status == 401)
      #expect(wrong.text.hasPrefix("oauth_problem=signature_invalid&debug_sbs=POST&http%3A%2F%2F127.0.0.1"))
      let unknown = try await begin(at: playground, as: consumer("another"))
      #expect(unknown.text == "oauth_problem=consumer_key_unknown")
      let request = RequestMessage(
        .post, to: try AbsoluteURL(playground.address("flickr", "\(Self.oauth)/request_token")))
      let signed = try RequestSigner(consumer: consumer()).sign(request, stamp: playground.stamp())
      let silent = try await playground.visitor.send(signed)
      #expect(silent.text == "oauth_problem=parameter_absent&oauth_parameters_absent=oauth_callback")
    }
  }

  @Test("methods answer for the person; every refusal has the status 200 and a number")
  func methods() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(playground)
      let login = try await call("flickr.test.login", token, at: playground)
      #expect(login?["stat"] == "ok" && login?.value(at: "user.username._content")?.string == "adafenwick")
      let sets = try await call("flickr.photosets.getList", token, at: playground)
      #expect(sets?.value(at: "photosets.photoset.1.title._content")?.string == "Lanes and stiles")
      let set = sets?.value(at: "photosets.photoset.1.id")?.string ?? ""
      let photos = try await call("flickr.photosets.getPhotos&photoset_id=\(set)", token, at: playground)
      #expect(photos?.value(at: "photoset.photo")?.array?.count == 4)
      #expect(photos?.value(at: "photoset.photo.1.title")?.string == "Stone stile")
      #expect(try await call("flickr.photosets.getPhotos&photoset_id=9", token, at: playground)?["code"] == 1)
      let check = try await call("flickr.auth.oauth.checkToken", token, at: playground)
      #expect(check?.value(at: "oauth.token._content")?.string == token.token.exposedText)
      #expect(check?.value(at: "oauth.user.nsid")?.string == "73001")
      #expect(try await call("flickr.no.method", token, at: playground)?["code"] == 112)
      let unknownKey = try await call("flickr.test.login", token, at: playground, as: consumer("another"))
      #expect(unknownKey?["stat"] == "fail" && unknownKey?["code"] == 100)
      let wrongSecret = try consumer(TestPlayground.entryClient, "another")
      #expect(try await call("flickr.test.login", token, at: playground, as: wrongSecret)?["code"] == 96)
      try await playground.end("flickr", "app-removed")
      #expect(try await call("flickr.test.login", token, at: playground)?["code"] == 98)
    }
  }

  @Test("an answer without nojsoncallback calls a function; one that is not signed is refused")
  func formats() async throws {
    try await TestPlayground.withEntries { playground in
      let path = "api.flickr.com/services/rest/?format=json&method=flickr.test.login"
      let answer = try await playground.get("flickr", path)
      #expect(answer.text.hasPrefix("jsonFlickrApi({") && answer.text.contains("\"code\":97"))
      #expect(try await playground.get("flickr", Self.rest + "flickr.test.login").json?["code"] == 97)
    }
  }

  /// An upload of parts; those whose name is `photo` are files.
  private func upload(
    _ parts: [(name: String, value: [UInt8])], _ token: TokenCredential, at playground: TestPlayground,
    signing isWhole: Bool = true
  ) async throws -> String {
    var request = RequestMessage(
      .post, to: try AbsoluteURL(playground.address("flickr", "up.flickr.com/services/upload/")))
    request.head.headerFields[.contentType] = "multipart/form-data; boundary=edge"
    for (name, value) in parts {
      let file = name == "photo" ? "; filename=\"gate.png\"\r\nContent-Type: image/png" : ""
      request.body += Array("--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n\r\n".utf8)
      request.body += value + Array("\r\n".utf8)
    }
    request.body += Array("--edge--\r\n".utf8)
    var dialect = OAuth1Dialect()
    dialect.signsTextParts = isWhole
    let signer = RequestSigner(consumer: try consumer(), token: token, dialect: dialect)
    let answer = try await playground.visitor.send(signer.sign(request, stamp: playground.stamp()))
    #expect(answer.status == 200)
    return answer.text
  }

  @Test("an upload signs its texts and not its photo, with leave to write; each wrong one has its number, in XML")
  func uploads() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(playground, "write")
      let photo: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      let title = (name: "title", value: Array("The gate & the lane".utf8))
      let good = [title, (name: "photo", value: photo)]
      #expect(try await upload(good, token, at: playground).contains("<photoid>73001"))
      #expect(
        try await upload([(name: "photo", value: photo)], token, at: playground, signing: false).contains("\"ok\""))
      #expect(try await upload(good, token, at: playground, signing: false).contains("code=\"96\""))
      let refused: [(parts: [(name: String, value: [UInt8])], code: Int)] = [
        ([title], 2), ([title, (name: "photo", value: [])], 4),
        ([title, (name: "photo", value: Array("text".utf8))], 5),
      ]
      for (parts, code) in refused {
        #expect(try await upload(parts, token, at: playground).contains("<err code=\"\(code)\" "))
      }
      #expect(try await upload(good, try await self.token(playground), at: playground).contains("code=\"99\""))
      let check = try await call("flickr.auth.oauth.checkToken", token, at: playground)
      #expect(check?.value(at: "oauth.perms._content")?.string == "write")
      try await playground.end("flickr", "app-removed")
      #expect(try await upload(good, token, at: playground).contains("code=\"98\""))
      let unsigned = try await playground.post("flickr", "up.flickr.com/services/upload/", ["title": "x"])
      #expect(unsigned.text.contains("code=\"97\""))
    }
  }

  @Test("our client signs an upload as Flickr wants it, as its entry says")
  func ourUpload() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let played = try #require(await playground.running.entry(named: "flickr"))
      guard case .oauth1(let service) = played.provider.service else { return }
      #expect(service.dialect.signsTextParts)
      let url = try await accounts.begin(
        played.provider, as: played.clients[0], redirectURI: RedirectURI(TestPlayground.callback))
      let asked = url.text.replacing("perms=read", with: "perms=write")
      let location = try #require(try await playground.visitor.open(asked, following: false).location)
      guard case .completed(let signedIn) = try await accounts.receive(location) else { return }
      var request = RequestMessage(
        .post, to: try AbsoluteURL(playground.address("flickr", "up.flickr.com/services/upload/")))
      request.head.headerFields[.contentType] = "multipart/form-data; boundary=\"edge\""
      request.body = Array("--edge\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA b\r\n".utf8)
      request.body += Array("--edge\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.gif\"\r\n\r\n".utf8)
      request.body += Array("GIF89a\r\n--edge--\r\n".utf8)
      let answer = try await accounts.session(for: signedIn.account).send(request)
      #expect(answer.text.contains("<photoid>"))
    }
  }

  @Test("a backend accepts a token of our consumer, and refuses another consumer's and a dead one")
  func handOver() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(playground)
      let verified = try await playground.verify(.tokenAndSecret(token), at: "flickr")
      #expect(verified.identity.subject == "73001" && verified.scopes == ["read"])
      let foreign = TokenCredential(token: try await playground.foreignToken("flickr"), secret: token.secret)
      await #expect(throws: OAuthError.self) { try await playground.verify(.tokenAndSecret(foreign), at: "flickr") }
      try await playground.end("flickr", "app-removed")
      await #expect(throws: OAuthError.self) { try await playground.verify(.tokenAndSecret(token), at: "flickr") }
    }
  }
}
