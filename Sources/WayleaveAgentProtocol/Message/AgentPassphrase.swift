/// The passphrase in a request, whose bytes are overwritten when the last holder of the request lets go.
package final class AgentPassphrase: Sendable, Equatable {
  // Written when it goes away alone; no other thread can hold it then: hence unsafe, and safe.
  package nonisolated(unsafe) private(set) var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  deinit { for index in bytes.indices { bytes[index] = 0 } }

  package static func == (left: AgentPassphrase, right: AgentPassphrase) -> Bool { left.bytes == right.bytes }
}

extension AgentRequest.Wish {
  /// The wish to be unlocked, with the passphrase of the store where it has one.
  package static func unlock(passphrase: [UInt8]?) -> AgentRequest.Wish {
    .unlock(passphrase.map { AgentPassphrase($0) })
  }
}
