import AuthenticationServices
import Foundation
import FoundationNetworking
import Testing
import UIKit
import Wayleave
import WayleaveAppleUnderTest
import WayleaveWire
@testable import WayleaveSamples

/// The program `wayleave-playground`, which the tests of this target share.
enum PlaygroundProgram {
  /// Its URL; the first one who asks starts it.
  static let base: String = {
    let environment = ProcessInfo.processInfo.environment
    guard let file = environment["WAYLEAVE_PLAYGROUND"] else { return "no playground: run Scripts/test-apple" }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: file)
    process.arguments = ["--json"]
    process.environment = ["WAYLEAVE_HOME": FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"]
    process.standardOutput = output
    // It ends when its standard input does, at the latest with the tests.
    process.standardInput = Pipe()
    do { try process.run() } catch { return "no playground: \(error)" }
    running = process
    atexit { PlaygroundProgram.running?.terminate() }
    let line = output.fileHandleForReading.availableData
    let members = try? JSONSerialization.jsonObject(with: line) as? [String: Any]
    let base = members?["url"] as? String ?? "no playground: \(String(decoding: line, as: UTF8.self))"
    setenv("PLAYGROUND", base, 1)
    return base
  }()

  private nonisolated(unsafe) static var running: Process?
}

/// The app of the samples, with a user in front of it.
@MainActor struct PlayedScene {
  let samples: Samples
  let ada: Resident
  let apple = AppleKeys()

  init() async throws {
    let base = PlaygroundProgram.base
    // What an earlier test allowed would be allowed without a question.
    var reset = URLRequest(url: try #require(URL(string: base + "/playground/reset"), "\(base)"))
    reset.httpMethod = "POST"
    _ = try await URLSession.shared.data(for: reset)
    StandInWebSheet.reset()
    StandInAppleID.reset()
    let scene = UIWindowScene(standInFor: .foregroundActive)
    _ = UIWindow(standInFor: scene, isKeyWindow: true)
    UIApplication.shared.connectedScenes = [scene]
    let (vault, steps, code, pin) = (MemoryVault(), SignInLogModel(), DeviceCodeModel(), PINModel())
    let source = ViewSource(WebAuthenticationSource(), code: code, pin: pin)
    let accounts = Accounts(
      transport: WithApple(apple), callbackSource: source,
      credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault),
      metadata: MetadataRecords(in: vault), events: steps.add)
    let app = try AppleApp(bundleID: "com.example.app")
    samples = Samples(accounts: accounts, steps: steps, code: code, pin: pin, app: app)
    ada = Resident(of: base)
  }

  /// Does something that shows the browser sheet, and goes through its pages as Ada.
  func signIn(decision: String = "allow", _ action: @escaping @MainActor @Sendable () async -> Void) async throws {
    StandInWebSheet.reset()
    let task = Task { await action() }
    for _ in 0..<1000 where StandInWebSheet.shown == nil { try await Task.sleep(for: .milliseconds(5)) }
    let sheet = try #require(StandInWebSheet.shown)
    sheet.callBack(try await ada.callback(from: sheet.url, decision: decision))
    await task.value
  }
}

/// The network, in which Apple's keys are those of the tests, and a server of the app's maker has the app's secret.
private struct WithApple: Transport {
  let apple: AppleKeys
  let network = URLSessionTransport()

  init(_ apple: AppleKeys) { self.apple = apple }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    switch request.head.authority {
    case "appleid.apple.com": try await apple.send(request, within: limits)
    case "server.example": try await answerOfServer(to: request, within: limits)
    default: try await network.send(request, within: limits)
    }
  }

  /// What `Samples/AppBackend` answers: the code is exchanged at the playground with the secret, and the app gets a session.
  private func answerOfServer(
    to request: RequestMessage, within limits: ExchangeLimits
  ) async throws -> ResponseMessage {
    let session = "app_session-of-ada"
    guard request.head.path == "/app/sign-in/foursquare" else {
      guard request.head.headerFields[.authorization] == "Bearer \(session)" else {
        return ResponseMessage(HTTPResponse(status: .unauthorized))
      }
      return ResponseMessage(.ok, json: ["sub": "user-1", "name": "Ada of the server"])
    }
    var form = try request.bodyForm
    #expect(try form.text(of: "client_secret") == nil && request.head.headerFields[.authorization] == nil)
    form.append("client_secret", Secret("playground-secret-not-real"))
    var exchange = RequestMessage(.post, to: try AbsoluteURL(PlaygroundProgram.base + "/oauth2/access_token"))
    exchange.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    exchange.body = form.encoded()
    let answer = try await network.send(exchange, within: limits)
    guard answer.status == 200 else { return ResponseMessage(.badRequest, json: ["error": "invalid_grant"]) }
    return ResponseMessage(
      .ok, json: ["access_token": .string(session), "token_type": "Bearer", "expires_in": 604_800])
  }
}
