import Crypto
import WayleaveSystem
import WayleaveWire

extension Accounts {
  /// What an account remembers of this machine: a digest, from which no one learns the machine's own name. Nil where the
  /// machine has none, as in many containers.
  package static var thisMachine: String? {
    ThisMachine.id.map { Array(SHA256.hash(data: Array("wayleave machine \($0)".utf8)).prefix(16)).hexadecimal }
  }
}
