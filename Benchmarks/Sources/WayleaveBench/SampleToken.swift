/// A token as providers send it, with the public key that proves it; the claims of ID tokens are those of the peers' tokens.
///
/// Written down, so that counting instructions counts the same work each time. Nobody has the private keys any more.
struct SampleToken {
  let text: String
  let key: String

  static let rs256 = SampleToken(
    text: #"""
      eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmV4YW1wbGUuY29tIiwic3ViIjoi\#
      MTEwMTY5NDg0NDc0Mzg2Mjc2MzM0IiwiYXVkIjoiODEyNzQxNTA2MzkxLmFwcHMuZXhhbXBsZS5jb20iLCJhenAiOiI4MTI3NDE1MDYzOTEuYXBw\#
      cy5leGFtcGxlLmNvbSIsImV4cCI6NDEwMjQ0NDgwMCwiaWF0IjoxODAwMDAwMDAwLCJhdXRoX3RpbWUiOjE4MDAwMDAwMDAsIm5vbmNlIjoibi0w\#
      UzZfV3pBMk1qIiwiYXRfaGFzaCI6Ik1USXpORFUyTnpnNU1ERXlNelExTmciLCJlbWFpbCI6ImphbmVAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJp\#
      ZmllZCI6dHJ1ZSwibmFtZSI6IkphbmUgRG9lIiwicGljdHVyZSI6Imh0dHBzOi8vbGgzLmV4YW1wbGUuY29tL2EtL0FPaDE0R2k9czk2LWMiLCJn\#
      aXZlbl9uYW1lIjoiSmFuZSIsImZhbWlseV9uYW1lIjoiRG9lIiwibG9jYWxlIjoiZW4ifQ.kyLakjpZBHxySf7PWh9ZeTOJdvnPdj31MtAaju8hq\#
      6aMvY6HXf4Jy3mmuwauBbab3tBiohqRqHkGkvi0-5E5wekKMl8UQkEpTidCTLlBj6hpPvE23EqcemRJGwF71R_wLZV-CYAi0Vy_dSLfl_jJIY8fV\#
      kXvtVkpgiqyJxLc9_-WOLmUDf4FKa7pdozrEUkF5qicLzvePz06cXATR_NRO6LhYv3p4SwD7jv7tZL0MfuqZQ__qhgvmnlB7crUZln1m6L7s3R7a\#
      XUjV8N95OYB76BvJdOUKPXYTm9XVFMU5UGFiKiNBzVVboLNDZNWxV-hGjDFhlzsjFQAWVEx3uR16w
      """#,
    key: #"""
      {"kty":"RSA","n":"qztm9EVNRG-RRWAUzlHQApGnD2X4WDfFON5T975CY2-MGN0txucs9fL2yO9La_RhTawh6WZhWrTWri4jWcJdZz5MAgow9C\#
      932h9R7pwlUmXS-c7hhbg5MyETGpcGLXMwahHnf0jo0OmX1z-AZLdkb3gkQrOgGg01nLW_gED51TOQZJ1T_ZRdBrsSn3LoyUXWtSsjoUA_09G9sV\#
      tWHunWzTDNladWJfU6ppGff0SMSDolZ_7D1QAn2vPBaWG9lYH5eauUu3IRCyqUQ0ONN49R81pWWqH_l9jUOHI9Muj-fzgHOK48MyiSjcoMdYOm7O\#
      nMvP5OvltM554Gi1met0oipw","e":"AQAB","kid":"k1","use":"sig"}
      """#)
  static let es256 = SampleToken(
    text: #"""
      eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6ImsxIn0.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmV4YW1wbGUuY29tIiwic3ViIjoi\#
      MTEwMTY5NDg0NDc0Mzg2Mjc2MzM0IiwiYXVkIjoiODEyNzQxNTA2MzkxLmFwcHMuZXhhbXBsZS5jb20iLCJhenAiOiI4MTI3NDE1MDYzOTEuYXBw\#
      cy5leGFtcGxlLmNvbSIsImV4cCI6NDEwMjQ0NDgwMCwiaWF0IjoxODAwMDAwMDAwLCJhdXRoX3RpbWUiOjE4MDAwMDAwMDAsIm5vbmNlIjoibi0w\#
      UzZfV3pBMk1qIiwiYXRfaGFzaCI6Ik1USXpORFUyTnpnNU1ERXlNelExTmciLCJlbWFpbCI6ImphbmVAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJp\#
      ZmllZCI6dHJ1ZSwibmFtZSI6IkphbmUgRG9lIiwicGljdHVyZSI6Imh0dHBzOi8vbGgzLmV4YW1wbGUuY29tL2EtL0FPaDE0R2k9czk2LWMiLCJn\#
      aXZlbl9uYW1lIjoiSmFuZSIsImZhbWlseV9uYW1lIjoiRG9lIiwibG9jYWxlIjoiZW4ifQ.LbtusiMgwj9RcHYO4lsN3Db0o47RJfmk-lsXj8T9d\#
      DM-0Og4j2GQ25-MkpaFmy83xuEFC1NihhxDzhC6sI4Zvw
      """#,
    key: #"""
      {"kty":"EC","crv":"P-256","x":"jxVHjqfQiEa8EGdxl0yee7Tzh3-2Ov7ZCNZSWU2sjgg","y":"df5yOLJXXTWtQBCVWD4xT8kPCuBsfU3\#
      VKyPxrrqDjw4","kid":"k1","use":"sig"}
      """#)
  static let edDSA = SampleToken(
    text: #"""
      eyJ0eXAiOiJKV1QiLCJhbGciOiJFZERTQSIsImtpZCI6ImsxIn0.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmV4YW1wbGUuY29tIiwic3ViIjoi\#
      MTEwMTY5NDg0NDc0Mzg2Mjc2MzM0IiwiYXVkIjoiODEyNzQxNTA2MzkxLmFwcHMuZXhhbXBsZS5jb20iLCJhenAiOiI4MTI3NDE1MDYzOTEuYXBw\#
      cy5leGFtcGxlLmNvbSIsImV4cCI6NDEwMjQ0NDgwMCwiaWF0IjoxODAwMDAwMDAwLCJhdXRoX3RpbWUiOjE4MDAwMDAwMDAsIm5vbmNlIjoibi0w\#
      UzZfV3pBMk1qIiwiYXRfaGFzaCI6Ik1USXpORFUyTnpnNU1ERXlNelExTmciLCJlbWFpbCI6ImphbmVAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJp\#
      ZmllZCI6dHJ1ZSwibmFtZSI6IkphbmUgRG9lIiwicGljdHVyZSI6Imh0dHBzOi8vbGgzLmV4YW1wbGUuY29tL2EtL0FPaDE0R2k9czk2LWMiLCJn\#
      aXZlbl9uYW1lIjoiSmFuZSIsImZhbWlseV9uYW1lIjoiRG9lIiwibG9jYWxlIjoiZW4ifQ.-wi3tiJlCGrBXShiOoQoYwDDEnbipkW7PO-ll8WsY\#
      HVL8hpDVWqsmdZz7WV_I9boEv8b0pV9s9JnA1n8HE5BAA
      """#,
    key: #"""
      {"kty":"OKP","crv":"Ed25519","x":"PUM9NwCysn3_WMIC9Yb65FOU-BbOUqO5sz_PxDbMvz0","kid":"k1","use":"sig"}
      """#)
  /// An access token of RFC 9068.
  static let accessES256 = SampleToken(
    text: #"""
      eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFUzI1NiIsImtpZCI6ImsxIn0.eyJpc3MiOiJodHRwczovL2FzLmV4YW1wbGUuY29tIiwic3ViIjoiMjQ4\#
      Mjg5NzYxMDAxIiwiYXVkIjoiaHR0cHM6Ly9hcGkuZXhhbXBsZS5jb20vbm90ZXMiLCJjbGllbnRfaWQiOiI4MTI3NDE1MDYzOTEuYXBwcy5leGFt\#
      cGxlLmNvbSIsImlhdCI6MTgwMDAwMDEwMCwiZXhwIjoxODAwMDAzNzAwLCJqdGkiOiJkYmUzOWJmM2EzYmE0MjM4YTUxM2Y1MWQ2ZTE2OTFjNCIs\#
      InNjb3BlIjoib3BlbmlkIHByb2ZpbGUgbm90ZXMucmVhZCBub3Rlcy53cml0ZSJ9.GjRXiAW8a_RZiF_LXkhC87jEVsp00pKoOtEX-ICBg2taa5U\#
      5QHf5BwKgTLHCa2aunoOjg59IYrZU7wQ3eHcLxA
      """#,
    key: #"""
      {"kty":"EC","crv":"P-256","x":"4dIhy9f6qsUWthczIED4dXWsrUjMhFfgNn7hf-7A3D8","y":"ajexZFiqN_xH8E_BCIhHZNQ8GqwkDNL\#
      8bv69ilPZZ7k","kid":"k1","use":"sig"}
      """#)
}
