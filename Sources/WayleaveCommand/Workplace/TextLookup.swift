import CWayleaveSystem
import WayleaveBackport
import WayleaveOAuth2
import WayleaveSystem

/// Asks the system's resolver for the texts that a name has in DNS.
enum TextLookup {
  /// How long the resolver is waited for: a name server that does not answer is asked for much longer.
  private static let patience = Duration.seconds(3)

  /// The texts of a name; nil where there are none, or no answer comes in time.
  static func texts(of name: String) async -> [String]? {
    await withCheckedContinuation { (continuation: CheckedContinuation<[String]?, Never>) in
      let waiting = Lock<CheckedContinuation<[String]?, Never>?>(continuation)
      let end: @Sendable ([String]?) -> Void = { texts in
        waiting.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }?.resume(returning: texts)
      }
      Task {
        try? await Task.sleep(for: patience)
        end(nil)
      }
      // The call waits for the network.
      do { try DetachedThread.start { end(ask(name)) } } catch { end(nil) }
    }
  }

  private static func ask(_ name: String) -> [String]? {
    let answer = [UInt8](unsafeUninitializedCapacity: TextRecords.maximumLength) { buffer, count in
      let length = buffer.baseAddress.map { wayleave_ask_texts(name, $0, Int32(buffer.count)) } ?? -1
      count = max(0, Int(length))
    }
    return TextRecords.texts(in: answer)
  }
}
