// What an API names comes with this module. It imports `WayleaveResourceServer`, and a transport.
@_exported public import HTTPTypes

@_exported public import enum WayleaveWire.JSON
@_exported public import struct WayleaveWire.AbsoluteURL
@_exported public import struct WayleaveWire.AccessDemand
@_exported public import struct WayleaveWire.Endpoint
@_exported public import struct WayleaveWire.Instant
@_exported public import struct WayleaveWire.Message
@_exported public import struct WayleaveWire.OAuthError
@_exported public import struct WayleaveWire.Secret
@_exported public import typealias WayleaveWire.ResponseMessage

@_exported public import enum WayleaveJOSE.SignatureAlgorithm
@_exported public import struct WayleaveJOSE.JSONWebKeySet

@_exported public import struct WayleaveOAuth2.AccessTokenProfile
@_exported public import struct WayleaveOAuth2.CertificateThumbprint
@_exported public import struct WayleaveOAuth2.Client
@_exported public import struct WayleaveOAuth2.ClientID
@_exported public import struct WayleaveOAuth2.Issuer
@_exported public import struct WayleaveOAuth2.ProtectedResourceMetadata
@_exported public import struct WayleaveOAuth2.ResourceChallenge
@_exported public import struct WayleaveOAuth2.TokenConfirmation

@_exported public import protocol Wayleave.Transport
