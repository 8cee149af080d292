import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveOAuth2
import WayleaveWire

/// What the article "Bound tokens" shows of a client's certificate.
func transport(
  chain: Secret, privateKey: Secret, tokenOrigin: Origin, apiOrigin: Origin
) throws -> (AsyncHTTPClientTransport, Client) {
  // snippet: a transport with a certificate
  let client = try Client(id: "your client id", authentication: .tls)
  let certificate = try ClientCertificate(pem: chain, privateKey: privateKey)
  let transport = try AsyncHTTPClientTransport(certificate: { origin in
    origin == tokenOrigin || origin == apiOrigin ? certificate : nil
  })
  // end of snippet
  return (transport, client)
}
