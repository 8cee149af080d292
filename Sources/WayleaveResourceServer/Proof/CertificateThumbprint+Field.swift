public import HTTPTypes
public import WayleaveOAuth2
import WayleaveWire

extension CertificateThumbprint {
  /// The thumbprint of the certificate that a proxy has seen, as it says in the field `Client-Cert`; nil for none, for two,
  /// and for a field of another form.
  ///
  /// RFC 9440 §2.2. Anyone can write this field: read it only of requests that your proxy passes on, where the proxy
  /// removes every one that a caller has written (RFC 9440 §4).
  public init?(passedOnIn request: HTTPRequest) {
    guard let name = HTTPField.Name("Client-Cert") else { return nil }
    let fields = request.headerFields[values: name]
    guard fields.count == 1, let field = fields.first?.utf8, field.count > 2, field.first == UInt8(ascii: ":"),
      field.last == UInt8(ascii: ":"), let certificate = Base64.standard.decode(field.dropFirst().dropLast()),
      !certificate.isEmpty
    else { return nil }
    self.init(ofDER: certificate)
  }
}
