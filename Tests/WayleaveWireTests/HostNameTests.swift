import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 3986 §3.2.2: hosts that every reader understands alike")
struct HostNameTests {
  private func url(_ host: String) throws -> AbsoluteURL { try AbsoluteURL("https://\(host)/") }

  @Test(
    "DNS names and dotted addresses are accepted",
    arguments: [
      "a", "a.example", "a.example.", "a-b.example", "_dmarc.example", "1.example", "1a", "0x.example", "127.0.0.1",
      "0.0.0.0",
      "255.255.255.255", "192.168.0.1", "xn--80ak6aa92e.com", "a.1b",
    ])
  func accepted(host: String) throws {
    #expect(try url(host).host == host)
  }

  @Test(
    "attacks.md 32: an address as one number, in octal, in hexadecimal or in parts is refused",
    arguments: [
      "2130706433", "017700000001", "0x7f000001", "0X7F000001", "0x7f.1", "127.1", "127.0.1", "0177.0.0.1",
      "127.0.0.01",
      "0x7f.0.0.1", "127.0.0.0x1", "256.0.0.1", "1.2.3.256", "1.2.3.4.5", "127.0.0.1.", "1.2.3.999", "1.2.3.0000",
      "a.1", "a.0x",
    ])
  func numbers(host: String) throws {
    #expect(try refusal { try url(host) } == .malformedURL)
  }

  @Test(
    "empty labels and characters of no name are refused",
    arguments: ["", ".", "..", ".a", "a..b", "a..", "a,b", "a!", "a$b", "a'b", "*.a", "a~b", "(a)"])
  func noNames(host: String) throws {
    #expect(try refusal { try url(host) } == .malformedURL)
  }

  @Test("a label of 63 and a name of 255 bytes are accepted, longer ones refused")
  func lengths() throws {
    let label = String(repeating: "a", count: 63)
    #expect(try url("\(label).example").host?.utf8.count == 71)
    #expect(try refusal { try url("a\(label).example") } == .malformedURL)
    let name = [label, label, label, label].joined(separator: ".")
    #expect(try url(name).host?.utf8.count == 255)
    #expect(try refusal { try url(name + ".") } == .malformedURL)
  }

  @Test(
    "RFC 4291 §2.2: IPv6 addresses are accepted in brackets",
    arguments: [
      "::", "::1", "1::", "1:2:3:4:5:6:7:8", "2001:db8::5", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "fe80::abcd:1",
      "::ffff:1.2.3.4",
      "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5::1.2.3.4", "64:ff9b::192.0.2.33",
    ])
  func addresses(address: String) throws {
    #expect(try url("[\(address)]").host == "[\(address)]")
    #expect(try url("[\(address.uppercased())]:8443").host == "[\(address)]")
  }

  @Test(
    "what is no IPv6 address is refused",
    arguments: [
      "", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":1", "1:", ":1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:", "12345::",
      "g::", "::1%25eth0", "1:2:3:4:5:6:7::8", "1:2:3:4:5:6::1.2.3.4", "1.2.3.4", ":1.2.3.4", "::1.2.3", "::1.2.3.256",
      "::01.2.3.4",
      "1.2.3.4::", "::1.2.3.4:5", "v1.a", "::-1", "::+1", "[::1", "1:2:3:4:5:6:7:1.2.3.4",
    ])
  func noAddresses(address: String) throws {
    #expect(try refusal { try url("[\(address)]") } == .malformedURL)
  }

  @Test(
    "brackets that do not enclose the host are refused",
    arguments: ["[", "]", "[::1", "::1]", "::1", "[::1]a", "a[::1]", "[[::1]]", "[a.example]"])
  func brackets(host: String) throws {
    #expect(try refusal { try url(host) } == .malformedURL)
  }
}
