import Foundation
import Testing
import WayleaveProgramRunning

@Suite("social-core, a client that others wrote from the real providers", .serialized)
struct SocialCoreTests {
  /// `Tests/Peers/playground/social_rows.py` has a row for each provider, and says who is wrong where both differ.
  @Test("its own class for each provider signs in at the entry that the playground plays")
  func entries() async throws {
    try await EmulatedProviders.during { place in
      let run = try await ForeignProgram.python().run(
        [ForeignProgram.script("playground/social.py"), place.base], in: FreshHome(), deadline: .seconds(60))
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
    }
  }
}
