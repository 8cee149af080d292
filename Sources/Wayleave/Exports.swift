// What an app names comes with this module: it imports `Wayleave` alone. What only stands in a signature, or is for those
// who do their own I/O or describe a provider in code, is imported from the module that it comes from.
// Documentation/names/Wayleave.txt lists all names.
@_exported public import HTTPTypes

@_exported public import enum WayleaveWire.JSON
@_exported public import struct WayleaveWire.AbsoluteURL
@_exported public import struct WayleaveWire.Instant
@_exported public import struct WayleaveWire.Message
@_exported public import struct WayleaveWire.OAuthError
@_exported public import struct WayleaveWire.Origin
@_exported public import struct WayleaveWire.Secret
@_exported public import typealias WayleaveWire.RequestMessage
@_exported public import typealias WayleaveWire.ResponseMessage

@_exported public import struct WayleaveOAuth1.TokenCredential

@_exported public import struct WayleaveOAuth2.Client
@_exported public import struct WayleaveOAuth2.ClientCredentialsGrant
@_exported public import struct WayleaveOAuth2.ClientID
@_exported public import struct WayleaveOAuth2.CodeVerifier
@_exported public import struct WayleaveOAuth2.Issuer
@_exported public import struct WayleaveOAuth2.RedirectURI
@_exported public import struct WayleaveOAuth2.RequestedAccess
@_exported public import struct WayleaveOAuth2.ResourceIndicator

@_exported public import enum WayleaveOpenID.IDTokenNonce

@_exported public import struct WayleaveProvider.Identity
@_exported public import struct WayleaveProvider.Provider
@_exported public import struct WayleaveProvider.ProviderName

@_exported public import enum WayleaveSignIn.ConsumerOnly
@_exported public import enum WayleaveSignIn.Credential
@_exported public import enum WayleaveSignIn.DirectGrant
@_exported public import enum WayleaveSignIn.HandedOver
@_exported public import struct WayleaveSignIn.Account
@_exported public import struct WayleaveSignIn.BackchannelQuestion
@_exported public import struct WayleaveSignIn.ClientCertificate
@_exported public import struct WayleaveSignIn.Event
@_exported public import struct WayleaveSignIn.Registration
@_exported public import struct WayleaveSignIn.ReplacedSignIn
@_exported public import struct WayleaveSignIn.SignIn
@_exported public import struct WayleaveSignIn.StoredCredential
@_exported public import struct WayleaveSignIn.VerifiedHandOver
