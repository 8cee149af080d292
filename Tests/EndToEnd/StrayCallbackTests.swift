import Foundation
import Testing
import WayleaveProgramRunning

@Suite("What comes to a waiting sign-in", .serialized)
struct StrayCallbackTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("a callback with a wrong state or none, another path or Host, is answered and the sign-in goes on")
  func strays() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let signIn = try await WaitingSignIn.begin(at: terminal, to: .lane)
      let callback = try CallbackAddress(in: signIn.authorizationURL)
      let state = try #require(callback.state)
      let right = "\(callback.path)?code=guess&state=\(state)"
      let strays: [(target: String, host: String?, status: String)] = [
        ("\(callback.path)?code=guess&state=wrong", nil, "HTTP/1.1 400"),
        ("\(callback.path)?code=guess", nil, "HTTP/1.1 400"),
        (callback.path, nil, "HTTP/1.1 400"),
        ("\(callback.path)?error=access_denied", nil, "HTTP/1.1 400"),
        ("\(callback.path)?error=access_denied&state=wrong", nil, "HTTP/1.1 400"),
        ("\(callback.path)?code=a&state=\(state)&state=\(state)", nil, "HTTP/1.1 400"),
        ("\(callback.path)?oauth_token=guess&oauth_verifier=guess", nil, "HTTP/1.1 400"),
        ("\(callback.path)/more?code=guess&state=\(state)", nil, "HTTP/1.1 404"),
        ("/favicon.ico", nil, "HTTP/1.1 404"),
        (right, "evil.example:\(callback.port)", "HTTP/1.1 421"),
        (right, "127.0.0.1", "HTTP/1.1 421"),
        (right, "localhost:\(callback.port)", "HTTP/1.1 421"),
        ("http://evil.example\(right)", nil, "HTTP/1.1 400"),
      ]
      for stray in strays {
        let status = try await callback.get(stray.target, host: stray.host)
        #expect(status.hasPrefix(stray.status), "\(stray.target) at \(stray.host ?? "us"): \(status)")
      }
      #expect(signIn.running.isRunning)
      try await terminal.browse(signIn.authorizationURL, Person.ada.orders(.allow))
      let outcome = try await terminal.outcome(of: signIn.running)
      #expect(outcome.exit == .code(0), "\(outcome.errors)")
      #expect(outcome.errors.contains("Still waiting."))
      #expect(outcome.leaks(of: ["guess"]).isEmpty)
      #expect(callback.isFree)
    }
  }

  @Test("the page in the browser names the program, the provider and the user, once the sign-in is done")
  func answerPage() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let signIn = try await WaitingSignIn.begin(at: terminal, to: .lane)
      let url = try await terminal.browse(signIn.authorizationURL, Person.ada.orders(.allow) + ["--hold"])
      let curl = Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
      let page = try await curl.run(
        ["curl", "-s", url.trimmingCharacters(in: .whitespacesAndNewlines)], in: try FreshHome()
      ).output
      #expect(page.contains("Wayleave") && page.contains("signed in at The Lane as Ada Fenwick."), "\(page)")
      #expect(try await terminal.outcome(of: signIn.running).exit == .code(0))
    }
  }

  @Test("1,000 stray hits later the right callback still succeeds")
  func manyStrays() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let signIn = try await WaitingSignIn.begin(at: terminal, to: .lane, ["--quiet"])
      let callback = try CallbackAddress(in: signIn.authorizationURL)
      let start = ContinuousClock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for lane in 0..<8 {
          group.addTask {
            for number in 0..<125 {
              let target = number % 2 == 0 ? "/\(lane)/\(number)" : "\(callback.path)?code=x&state=\(lane)-\(number)"
              let status = try await callback.get(target)
              #expect(status.hasPrefix(number % 2 == 0 ? "HTTP/1.1 404" : "HTTP/1.1 400"), "\(status)")
            }
          }
        }
        try await group.waitForAll()
      }
      print("1,000 stray hits were answered in \(ContinuousClock.now - start)")
      try await terminal.browse(signIn.authorizationURL, Person.ada.orders(.allow))
      #expect(try await terminal.outcome(of: signIn.running).exit == .code(0))
      #expect(place.count(of: "token.issued") == 1)
    }
  }

  @Test("the right callback that comes twice is answered twice and exchanged once")
  func twice() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let signIn = try await WaitingSignIn.begin(at: terminal, to: .lane)
      let callback = try CallbackAddress(in: signIn.authorizationURL)
      let address = try await terminal.browse(signIn.authorizationURL, Person.ada.orders(.allow) + ["--hold"])
      let query = try #require(URLComponents(string: address)?.percentEncodedQuery)
      let target = "\(callback.path)?\(query)"
      let answers = try await callback.getTwice(target)
      let outcome = try await terminal.outcome(of: signIn.running)
      #expect(outcome.exit == .code(0), "\(outcome.errors)")
      #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200") || $0.isEmpty }, "\(answers)")
      #expect(answers.contains { $0.hasPrefix("HTTP/1.1 200") })
      #expect(place.count(of: "token.issued") == 1 && place.count(of: "refused") == 0)
      #expect(callback.isFree)
      // A third time, nobody is there.
      await #expect(throws: POSIXError.self) { try await callback.get(target) }
    }
  }
}
