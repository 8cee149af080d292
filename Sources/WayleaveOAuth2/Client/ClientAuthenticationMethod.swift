/// How a client proves who it is at the token endpoint.
///
/// RFC 6749 §2.3.1; the raw values are those of RFC 7591 §2, but for `basic_raw`.
public enum ClientAuthenticationMethod: String, Sendable, CaseIterable {
  /// Not at all: a public client sends its id in the body.
  case publicClient = "none"
  /// Id and secret, each form-encoded, in the `Authorization` header.
  case basic = "client_secret_basic"
  /// Id and secret as they are in the `Authorization` header, for servers that skip the form decoding.
  case basicRaw = "client_secret_basic_raw"
  /// Id and secret in the body.
  case post = "client_secret_post"
}
