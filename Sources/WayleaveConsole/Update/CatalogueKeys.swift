/// The keys whose corrections of the catalogue are taken without another word.
package enum CatalogueKeys {
  /// The public halves, each on one line as OpenSSH writes it: `ssh-ed25519 AAAA…`.
  ///
  /// No release has a key yet. The private half is made and kept outside of this repository; `make catalogue-update`
  /// signs with it.
  private static let lines: [String] = []

  /// The keys.
  package static let all = lines.compactMap { try? SSHPublicKey(file: $0) }
}
