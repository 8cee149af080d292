extension IPAddress {
  /// Whether the address belongs to a machine in the public Internet. It does not when it belongs to this machine, a
  /// private network, a link or a group, or is assigned to no one.
  ///
  /// RFC 6890 and the registries that it founds, IANA's special-purpose addresses of IPv4 and IPv6. Where a registry has
  /// an exception inside a larger block, for relays and services of the network itself, the block counts.
  package var isPublic: Bool {
    if bytes.count == 4 { return !Self.specialOfVersion4.contains { $0.contains(self) } }
    // RFC 6052 §2.1: what a network without IPv4 writes for an address of it.
    if Self.translated?.contains(self) == true {
      return IPAddress(bytes: Array(bytes.suffix(4)))?.isPublic == true
    }
    // RFC 4291 §2.4 and IANA: nothing outside 2000::/3 is given to anyone as a global unicast address. That leaves out
    // ::1, ::, fc00::/7, fe80::/10, ff00::/8, 100::/64, 5f00::/16, 64:ff9b:1::/48 and IPv4 as ::ffff:0:0/96 and ::/96.
    guard Self.globalUnicast?.contains(self) == true else { return false }
    return !Self.specialOfVersion6.contains { $0.contains(self) }
  }

  private static let translated = AddressRange("64:ff9b::/96")
  private static let globalUnicast = AddressRange("2000::/3")

  private static let specialOfVersion4: [AddressRange] = [
    "0.0.0.0/8",  // RFC 791 §3.2: this network
    "10.0.0.0/8",  // RFC 1918 §3: private
    "100.64.0.0/10",  // RFC 6598 §7: shared by a carrier's customers
    "127.0.0.0/8",  // RFC 1122 §3.2.1.3: loopback
    "169.254.0.0/16",  // RFC 3927 §2.1: link-local, and the metadata of clouds
    "172.16.0.0/12",  // RFC 1918 §3: private
    "192.0.0.0/24",  // RFC 6890 §2.1: protocol assignments
    "192.0.2.0/24",  // RFC 5737 §3: documentation
    "192.88.99.0/24",  // RFC 7526 §4: relays of 6to4, given up
    "192.168.0.0/16",  // RFC 1918 §3: private
    "198.18.0.0/15",  // RFC 2544 §C.2.2: benchmarks
    "198.51.100.0/24",  // RFC 5737 §3: documentation
    "203.0.113.0/24",  // RFC 5737 §3: documentation
    "224.0.0.0/4",  // RFC 5771 §3: multicast
    "240.0.0.0/4",  // RFC 1112 §4: reserved, and the broadcast address
  ].compactMap { AddressRange($0) }

  private static let specialOfVersion6: [AddressRange] = [
    "2001::/23",  // RFC 2928 §2: protocol assignments, with Teredo (RFC 4380), benchmarks and ORCHID
    "2001:db8::/32",  // RFC 3849 §2: documentation
    "2002::/16",  // RFC 3056 §2: 6to4, which hides an address of IPv4
    "3fff::/20",  // RFC 9637 §3: documentation
  ].compactMap { AddressRange($0) }
}
