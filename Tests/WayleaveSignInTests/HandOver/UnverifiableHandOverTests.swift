import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("What cannot show to which client it was issued is refused, and nothing is sent")
struct UnverifiableHandOverTests {
  private let desk = HandOverDesk()

  @Test("a bare token: Foursquare's and X's name no client; the error says to hand over the code")
  func bareTokens() async throws {
    for provider in [Provider.foursquare, .x, try Example.provider(), try Example.provider { $0.issuer = nil }] {
      do {
        _ = try await desk.verify(.accessToken(Secret("canary")), of: provider)
        Issue.record("accepted")
      } catch {
        let error = try #require(error as? OAuthError)
        #expect(error.code == .unverifiableHandOver && error.category == .unverified && error.fault == .client)
        #expect(error.remedy == .handOverCode && error.message.contains(provider.title))
      }
    }
    #expect(desk.requests.isEmpty)
  }

  @Test("a kind of another protocol, or one that the entry has no rule for, is refused")
  func otherKinds() async throws {
    let token = TokenCredential(token: Secret("canary"), secret: Secret("canary"))
    let code = HandedOver.code(Secret("canary"), verifier: nil, redirectURI: nil)
    let (one, two) = (try Example.oauth1(), try Example.provider())
    for (handedOver, provider) in [
      (code, one), (.accessToken(Secret("canary")), one), (.idToken(Secret("a.b.c")), one),
      (.tokenAndSecret(token), one), (.echo(HTTPFields()), one), (.tokenAndSecret(token), two),
      (.echo(HTTPFields()), two),
    ] as [(HandedOver, Provider)] {
      #expect(await desk.refusal(handedOver, of: provider) == .unverifiableHandOver)
    }
    #expect(desk.requests.isEmpty)
  }

  @Test("at OAuth 1.0a no code is asked for: a token with its secret is, where the entry can check one")
  func adviceOfOAuth1() async throws {
    for (provider, isChecked) in [(Provider.twitter, true), (.flickr, true), (try Example.oauth1(), false)] {
      do {
        _ = try await desk.verify(.accessToken(Secret("canary")), of: provider)
        Issue.record("accepted")
      } catch {
        let error = try #require(error as? OAuthError)
        #expect(error.code == .unverifiableHandOver && error.remedy != .handOverCode)
        #expect("\(error.remedy)".contains("token-and-secret") == isChecked)
      }
    }
  }

  @Test("SeenInMemory forgets what is over, and never what is still valid")
  func memory() async throws {
    let (memory, now) = (SeenInMemory(capacity: 2), Example.now)
    #expect(try await memory.remember("a", until: now + 10, at: now))
    #expect(try await memory.remember("a", until: now + 10, at: now) == false)
    #expect(await memory.contains("a", at: now + 9))
    #expect(await memory.contains("a", at: now + 10) == false)
    #expect(try await memory.remember("b", until: now + 20, at: now))
    #expect(await code { _ = try await memory.remember("c", until: now + 20, at: now) } == .handOverMemoryFull)
    #expect(try await memory.remember("c", until: now + 20, at: now + 10))
    #expect(await memory.contains("b", at: now + 10))
  }
}
