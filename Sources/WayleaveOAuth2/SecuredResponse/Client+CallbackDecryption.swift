package import WayleaveJOSE

extension Client {
  /// How callbacks are decrypted; nil for a client whose callbacks are not encrypted.
  ///
  /// JWT Secured Authorization Response Mode §3. What was agreed on is asymmetric, whichever algorithm it is: the key's
  /// own kind, and its `alg` where it names one, leave few.
  package var callbackDecryption: TokenDecryption? {
    callbackKey.map { key in
      TokenDecryption(
        keys: [key], algorithms: [.rsaOAEP256, .rsaOAEP, .ecdhES, .ecdhESA128KW, .ecdhESA256KW],
        encryptions: Set(ContentEncryption.allCases))
    }
  }
}
