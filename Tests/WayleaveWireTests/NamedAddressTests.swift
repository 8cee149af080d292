import Testing
import WayleaveWire

@Suite("RFC 9728 §7.7: which addresses a server may name as ones to ask")
struct NamedAddressTests {
  private static let ofThisMachine = [
    "http://localhost/", "http://LOCALHOST:8080/", "http://localhost./", "http://app.localhost/", "http://127.0.0.1/",
    "http://127.255.255.255/", "http://0.0.0.0/", "http://0.1.2.3/", "http://[::1]/", "http://[::]/",
    "http://[::ffff:127.0.0.1]/", "http://[::ffff:127.255.0.1]/", "http://[::ffff:0.0.0.0]/",
  ]
  private static let ofPrivateNetworks = [
    "https://10.0.0.1/", "https://172.16.0.1/", "https://192.168.0.1/", "https://169.254.169.254/",
    "https://100.64.0.1/", "https://[fd00::1]/", "https://[fe80::1]/", "https://[::2]/", "https://[::ffff:128.0.0.1]/",
    "https://[::ffff:10.0.0.1]/", "https://1.0.0.0.localhost.10.0.0.1/",
  ].filter { (try? AbsoluteURL($0)) != nil }
  private static let ofTheInternet = [
    "https://api.example/", "https://8.8.8.8/", "https://[2606:4700::1111]/", "https://localhost.example/",
    "https://notlocalhost/", "https://128.0.0.1/", "https://1.0.0.0/", "https://10.0.0.1.example/",
  ]

  private func mayName(_ address: String, by source: String) throws -> Bool {
    try AbsoluteURL(address).mayBeNamed(by: AbsoluteURL(source))
  }

  @Test("an address of this machine is named only by this machine", arguments: ofThisMachine)
  func thisMachine(address: String) throws {
    for source in Self.ofThisMachine { #expect(try mayName(address, by: source), "\(source)") }
    for source in Self.ofPrivateNetworks + Self.ofTheInternet {
      #expect(try !mayName(address, by: source), "\(source)")
    }
  }

  @Test("an address of a private network is not named from the Internet", arguments: ofPrivateNetworks)
  func privateNetwork(address: String) throws {
    for source in Self.ofThisMachine + Self.ofPrivateNetworks { #expect(try mayName(address, by: source), "\(source)") }
    for source in Self.ofTheInternet { #expect(try !mayName(address, by: source), "\(source)") }
  }

  @Test("an address of the Internet is named by every server", arguments: ofTheInternet)
  func internet(address: String) throws {
    for source in Self.ofThisMachine + Self.ofPrivateNetworks + Self.ofTheInternet {
      #expect(try mayName(address, by: source), "\(source)")
    }
  }

  @Test("a URL without a host is no public address, and so only a private server names it")
  func withoutHost() throws {
    for address in ["com.example.app:/callback", "com.example.app:///callback"] {
      #expect(try !mayName(address, by: "https://api.example/"))
      #expect(try mayName(address, by: "http://127.0.0.1/"))
    }
  }
}
