import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9110 §15.4: a public document that is somewhere else on its server")
struct DocumentRedirectTests {
  private static let document = "https://as.example/.well-known/openid-configuration"

  private func answer(_ status: Int, location: String?) -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)))
    response.head.headerFields[.location] = location
    return response
  }

  /// Where a redirect leads from the document; nil where it is none.
  private func target(_ location: String?, status: Int = 302) throws -> String? {
    var request = RequestMessage(.get, to: try AbsoluteURL(Self.document))
    request.head.headerFields[.accept] = "application/json"
    var redirect = DocumentRedirect(of: request)
    guard try redirect.follow(answer(status, location: location)) else { return nil }
    #expect(redirect.request.head.headerFields == request.head.headerFields && redirect.request.head.method == .get)
    return redirect.request.url
  }

  @Test("on its origin it is followed, whatever the form of the address", arguments: [301, 302, 303, 307, 308])
  func sameOrigin(status: Int) throws {
    for location in [
      "/index.php/x", "../index.php/x", "https://as.example/index.php/x", "//as.example/index.php/x",
      "https://AS.example:443/index.php/x",
    ] {
      #expect(try target(location, status: status)?.lowercased().contains("as.example") == true, "\(location)")
      #expect(try target(location, status: status)?.hasSuffix("/index.php/x") == true, "\(location)")
    }
  }

  @Test(
    "107: to another origin, in clear text or to what is no URL it is not followed",
    arguments: [
      "https://evil.example/", "http://as.example/x", "https://as.example:8443/x", "//evil.example/x",
      "file:///etc/hostname", "data:application/json,{}", "https://user@as.example/", "x y",
    ])
  func elsewhere(location: String) throws {
    let error = #expect(throws: OAuthError.self) { try target(location) }
    #expect(error?.code == .unexpectedRedirect)
    #expect(error?.message.contains("another host") == true && error?.message.contains("secret") == false)
  }

  @Test("what is no redirect, or names no place, is the reader's to judge", arguments: [200, 300, 304, 404, 503])
  func others(status: Int) throws {
    #expect(try target("/x", status: status) == nil)
    #expect(try target(nil, status: 302) == nil)
    #expect(try target("", status: 302) == nil)
  }

  @Test("five are followed, and not one more")
  func endless() throws {
    var redirect = DocumentRedirect(of: RequestMessage(.get, to: try AbsoluteURL(Self.document)))
    for number in 0..<5 { #expect(try redirect.follow(answer(302, location: "/\(number)"))) }
    #expect(refusal { try redirect.follow(answer(302, location: "/5")) } == .unexpectedRedirect)
  }

  @Test(
    "the issuer that is named instead is the one whose metadata would be there",
    arguments: [
      ("https://other.example/realm/.well-known/openid-configuration", "https://other.example/realm"),
      ("https://other.example/.well-known/openid-configuration", "https://other.example"),
      ("https://other.example/.well-known/oauth-authorization-server/realm", "https://other.example/realm"),
      ("https://other.example/.well-known/oauth-authorization-server", "https://other.example"),
      ("https://other.example/.well-known/openid-configuration/realm", "https://other.example/realm"),
      // The rest of the path is none of the host.
      ("https://other.example/.well-known/oauth-authorization-server.evil.example/realm", nil),
      ("https://other.example/.well-known/openid-configuration:8443", nil),
      ("https://other.example/login", nil), ("https://other.example/.well-known/openid-configuration?a=b", nil),
    ] as [(String, String?)])
  func named(location: String, issuer: String?) throws {
    let error = #expect(throws: OAuthError.self) { try target(location) }
    let expected = try issuer.map { Remedy.signInElsewhere(issuer: try AbsoluteURL($0)) } ?? .tellProvider
    #expect(error?.remedy == expected)
  }

  @Test(
    "metadata and keys behind a redirect sign a user in, and the issuer in them must still be the one that was asked for",
    arguments: [true, false])
  func signIn(isOwn: Bool) async throws {
    let scene = Scene()
    scene.server.setFault { request in
      switch request.pathWithoutQuery {
      case "/.well-known/openid-configuration", "/keys":
        var moved = ResponseMessage(HTTPResponse(status: .movedPermanently))
        moved.head.headerFields[.location] = "/moved" + (request.head.path ?? "")
        return moved
      case "/moved/.well-known/openid-configuration":
        var document = OpenIDExample.metadata.object ?? JSON.Object()
        if !isOwn { document["issuer"] = "https://as.example/moved" }
        return ResponseMessage(.ok, json: .object(document))
      case "/moved/keys":
        return ResponseMessage(.ok, json: try JSONWebKeySet([OpenIDExample.key]).json)
      default: return nil
      }
    }
    let refused = await code {
      _ = try await scene.accounts(callbackSource: scene.allowing)
        .signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
    }
    #expect(refused == (isOwn ? nil : .metadataIssuerMismatch))
    #expect(scene.server.paths.contains("/moved/keys") == isOwn)
    for request in scene.server.requests where request.pathWithoutQuery.hasPrefix("/moved") {
      #expect(request.head.headerFields[.authorization] == nil)
    }
  }

  @Test("75: a token endpoint that redirects is not followed")
  func notFollowed() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let moved = answer(307, location: "/moved")
    scene.server.setFault { _ in moved }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .unexpectedRedirect)
    #expect(scene.server.paths == ["/token"])
  }
}
