import Testing

@testable import WayleaveWire

@Suite("RFC 6890 and 3986 §3.2.2: addresses by number")
struct IPAddressTests {
  @Test(
    "108: the first and the last address of every special block is not public, and its neighbours are",
    arguments: [
      // block, the address before it, its first, its last, the one after it; nil where that is not public either.
      ("0.0.0.0/8", nil, "0.0.0.0", "0.255.255.255", "1.0.0.0"),
      ("10.0.0.0/8", "9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"),
      ("100.64.0.0/10", "100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"),
      ("127.0.0.0/8", "126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"),
      ("169.254.0.0/16", "169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"),
      ("172.16.0.0/12", "172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"),
      ("192.0.0.0/24", "191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"),
      ("192.0.2.0/24", "192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"),
      ("192.88.99.0/24", "192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"),
      ("192.168.0.0/16", "192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"),
      ("198.18.0.0/15", "198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"),
      ("198.51.100.0/24", "198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"),
      ("203.0.113.0/24", "203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"),
      ("224.0.0.0/4", "223.255.255.255", "224.0.0.0", "239.255.255.255", nil),
      ("240.0.0.0/4", nil, "240.0.0.0", "255.255.255.255", nil),
      ("::/3", nil, "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"),
      ("2001::/23", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001::", "2001:1ff:ffff::", "2001:200::"),
      ("2001:db8::/32", "2001:db7:ffff::", "2001:db8::", "2001:db8:ffff::ffff", "2001:db9::"),
      ("2002::/16", "2001:ffff::", "2002::", "2002:ffff::ffff", "2003::"),
      ("3fff::/20", "3ffe:ffff::", "3fff::", "3fff:fff:ffff::ffff", "3fff:1000::"),
      ("4000::/2 and beyond", "3fff:ffff::", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil),
    ] as [(String, String?, String, String, String?)])
  func blocks(block: String, before: String?, first: String, last: String, after: String?) throws {
    for text in [first, last] { #expect(try !#require(IPAddress(text)).isPublic, "\(block): \(text)") }
    for text in [before, after].compactMap(\.self) {
      #expect(try #require(IPAddress(text)).isPublic, "beside \(block): \(text)")
    }
  }

  @Test(
    "108: an address of IPv4 is not made public by writing it as one of IPv6",
    arguments: [
      "::ffff:10.0.0.1", "::ffff:a00:1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:8.8.8.8", "::127.0.0.1",
      "::7f00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::8.8.8.8",
      "2001:0:5ef5:79fb:0:59c:f5ff:fffe", "::ffff:0:10.0.0.1", "fe80::5efe:10.0.0.1",
    ])
  func disguised(text: String) throws {
    #expect(try !#require(IPAddress(text)).isPublic)
  }

  @Test(
    "IANA's other special addresses are not public",
    arguments: [
      "::1", "::", "fc00::1", "fd12:3456:789a::1", "fe80::1", "fec0::1", "ff02::1", "100::1", "5f00::1", "2001:2::1",
      "2001:10::1", "2001:20::1", "2001:4:112::1", "169.254.169.254", "fd00:ec2::254", "255.255.255.255", "192.0.0.9",
    ])
  func special(text: String) throws {
    #expect(try !#require(IPAddress(text)).isPublic)
  }

  @Test(
    "what others are asked at is public, also as a network without IPv4 writes it",
    arguments: [
      "8.8.8.8", "93.184.216.34", "192.31.196.1", "192.52.193.1", "192.175.48.1", "2606:4700::1111", "2a00:1450::200e",
      "2620:4f:8000::1", "64:ff9b::8.8.8.8", "64:ff9b::808:808",
    ])
  func open(text: String) throws {
    #expect(try #require(IPAddress(text)).isPublic)
  }

  @Test(
    "an address is read in every spelling of its own, and only there",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("::", "0:0:0:0:0:0:0:0"), ("[::1]", "0:0:0:0:0:0:0:1"),
      ("2001:DB8::1", "2001:db8:0:0:0:0:0:1"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
      ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
      ("1::1.2.3.4", "1:0:0:0:0:0:102:304"), ("::1.2.3.4", "0:0:0:0:0:0:102:304"),
    ])
  func spellings(text: String, expected: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.description == expected)
    #expect(IPAddress(bytes: address.bytes) == address && IPAddress(expected) == address)
  }

  @Test(
    "108: what is no address, or one only to some readers, is none",
    arguments: [
      "", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "127.1", "127.0.1", "127.0.0.1.",
      "127.0.0.01", "256.0.0.1", "1.2.3.4.5", "１27.0.0.1", "[127.0.0.1]", "[", "[]", "[::1", "::1]",
      "fe80::1%eth0", "fe80::1%25eth0", "[fe80::1%25eth0]", ":", ":::", "1:::2", "1::2::3", "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "12345::", "+1::", "g::", ":1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:1.2.3.4", ":1.2.3.4", "::1.2.3", "::1.2.3.4:5", "::01.2.3.4", "1::\u{301}2", "::1\n",
    ])
  func none(text: String) {
    #expect(IPAddress(text) == nil)
    // The same holds of a whole URL: other readers would find 127.0.0.1 in some of these.
    if text.utf8.first != UInt8(ascii: "["), text.utf8.contains(UInt8(ascii: ":")) {
      #expect(throws: OAuthError.self) { try AbsoluteURL("https://[\(text)]/") }
    } else {
      #expect(throws: OAuthError.self) { try AbsoluteURL("https://\(text)/") }
    }
  }

  @Test("the system gives four bytes or sixteen, and nothing else is an address", arguments: [0, 3, 5, 15, 17])
  func bytes(count: Int) {
    #expect(IPAddress(bytes: [UInt8](repeating: 1, count: count)) == nil)
  }

  @Test(
    "the text of a host is judged like the address in it; a name is public unless it is this machine's",
    arguments: [
      ("10.0.0.1", false), ("[::ffff:10.0.0.1]", false), ("[fd00::1]", false), ("localhost", false),
      ("LOCALHOST.", false),
      ("a.localhost", false), ("8.8.8.8", true), ("[2606:4700::1111]", true), ("example.com", true),
      ("localhost.example", true), ("notlocalhost", true), ("10.0.0.1.example", true),
    ])
  func hosts(host: String, isPublic: Bool) throws {
    #expect(try AbsoluteURL("https://\(host)/").isPublic == isPublic)
  }
}

@Suite("RFC 4632 §3.1: ranges of addresses")
struct AddressRangeTests {
  @Test(
    "a range holds what begins with its bits",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.1.2.3/8", "10.9.9.9", true),
      ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false),
      ("192.0.2.7/32", "192.0.2.7", true), ("192.0.2.7/32", "192.0.2.6", false), ("0.0.0.0/0", "203.0.113.9", true),
      ("0.0.0.0/0", "::1", false), ("::/0", "::1", true), ("fc00::/7", "fd00::1", true), ("fc00::/7", "fe00::", false),
      ("::1/128", "::1", true), ("::1/128", "::2", false), ("::ffff:0:0/96", "1.2.3.4", false),
    ])
  func contains(range: String, address: String, isContained: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(#require(IPAddress(address))) == isContained)
  }

  @Test(
    "a length beyond the address's, a sign, a mask or a name is no range",
    arguments: [
      "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/255.0.0.0", "10/8",
      "10.0.0.0/8/8", "example.com/8", "/8", "", "10.0.0.0/99999999999999999999",
    ])
  func none(text: String) {
    #expect(AddressRange(text) == nil)
  }
}
