package import WayleaveWire

/// The command with which a browser of another machine reaches the listener of this one.
package struct SSHForwarding: Equatable {
  /// What to type, on the machine with the browser.
  package let command: String

  /// The command for a port, and for that of a `page` on this machine, such as one of the playground; nil where `connection`, the variable `SSH_CONNECTION`, names no remote shell.
  ///
  /// ssh(1): the variable has the addresses and ports of client and server.
  package init?(port: UInt16, page: AbsoluteURL? = nil, connection: String?, user: String?) {
    let parts = (connection ?? "").split(separator: " ")
    guard parts.count == 4, parts[2].utf8.allSatisfy(Self.isOfAddress), let server = parts.dropFirst(2).first else {
      return nil
    }
    let login = user.flatMap { name in
      name.utf8.first != UInt8(ascii: "-") && !name.isEmpty && name.utf8.allSatisfy(Self.isOfName) ? "\(name)@" : nil
    }
    let remotePort =
      parts[3] == "22" || !parts[3].utf8.allSatisfy { (0x30...0x39).contains($0) } ? "" : "-p \(parts[3]) "
    let pagePort = page.flatMap { page in page.port.map { " -L \($0):\(page.host ?? "127.0.0.1"):\($0)" } } ?? ""
    command = "ssh -L \(port):127.0.0.1:\(port)\(pagePort) \(remotePort)\(login ?? "")\(server)"
  }

  /// What to say of it.
  package var sentence: String {
    "If the browser is on your own computer, first run this there; then it comes back automatically:\n\n  \(command)"
  }

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: ":")
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
      || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
  }
}
