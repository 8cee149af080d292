// What an app needs comes with this module: it imports `Wayleave` alone. The messages of the protocols, which a server or a
// program with its own I/O reads and writes, are in the modules that they come from. Documentation/names/Wayleave.txt lists
// all names.
@_exported public import HTTPTypes

@_exported public import enum WayleaveWire.JSON
@_exported public import enum WayleaveWire.RecommendedAction
@_exported public import enum WayleaveWire.Remedy
@_exported public import struct WayleaveWire.AbsoluteURL
@_exported public import struct WayleaveWire.AccessDemand
@_exported public import struct WayleaveWire.Endpoint
@_exported public import struct WayleaveWire.Instant
@_exported public import struct WayleaveWire.Message
@_exported public import struct WayleaveWire.OAuthError
@_exported public import struct WayleaveWire.Origin
@_exported public import struct WayleaveWire.ProviderRefusal
@_exported public import struct WayleaveWire.Secret
@_exported public import typealias WayleaveWire.RequestMessage
@_exported public import typealias WayleaveWire.ResponseMessage

@_exported public import enum WayleaveJOSE.SignatureAlgorithm
@_exported public import protocol WayleaveJOSE.ExternalSigningKey

@_exported public import struct WayleaveOAuth1.ConsumerCredential
@_exported public import struct WayleaveOAuth1.ReverseAuthParameters
@_exported public import struct WayleaveOAuth1.TokenCredential

@_exported public import enum WayleaveOAuth2.ClientAuthenticationMethod
@_exported public import enum WayleaveOAuth2.IntrospectionResponse
@_exported public import enum WayleaveOAuth2.ResponseMode
@_exported public import struct WayleaveOAuth2.BackchannelAuthenticationRequest
@_exported public import struct WayleaveOAuth2.BackchannelAuthenticationResponse
@_exported public import struct WayleaveOAuth2.Client
@_exported public import struct WayleaveOAuth2.ClientCredentialsGrant
@_exported public import struct WayleaveOAuth2.ClientID
@_exported public import struct WayleaveOAuth2.CodeVerifier
@_exported public import struct WayleaveOAuth2.DeviceAuthorizationResponse
@_exported public import struct WayleaveOAuth2.Issuer
@_exported public import struct WayleaveOAuth2.JWTAssertion
@_exported public import struct WayleaveOAuth2.RedirectURI
@_exported public import struct WayleaveOAuth2.RequestedAccess
@_exported public import struct WayleaveOAuth2.ResourceIndicator
@_exported public import struct WayleaveOAuth2.TokenExchangeGrant

@_exported public import struct WayleaveOpenID.ClaimsRequest
@_exported public import struct WayleaveOpenID.IDTokenRequirements

@_exported public import enum WayleaveProvider.SecretPlace
@_exported public import struct WayleaveProvider.HandOverRule
@_exported public import struct WayleaveProvider.Identity
@_exported public import struct WayleaveProvider.IdentityRequest
@_exported public import struct WayleaveProvider.IdentityRule
@_exported public import struct WayleaveProvider.IDTokenRules
@_exported public import struct WayleaveProvider.NativeApp
@_exported public import struct WayleaveProvider.OAuth1Service
@_exported public import struct WayleaveProvider.OAuth2Service
@_exported public import struct WayleaveProvider.Provider
@_exported public import struct WayleaveProvider.ProviderName
@_exported public import struct WayleaveProvider.ProviderTemplate
@_exported public import struct WayleaveProvider.ProviderVariable
@_exported public import struct WayleaveProvider.RegistrationGuide
@_exported public import struct WayleaveProvider.TokenCheckRule
@_exported public import struct WayleaveProvider.TokenInspectionRule

@_exported public import enum WayleaveSignIn.ConsumerOnly
@_exported public import enum WayleaveSignIn.Credential
@_exported public import enum WayleaveSignIn.DirectGrant
@_exported public import enum WayleaveSignIn.HandedOver
@_exported public import enum WayleaveSignIn.HandOverCheck
@_exported public import enum WayleaveSignIn.SignInOutcome
@_exported public import struct WayleaveSignIn.Account
@_exported public import struct WayleaveSignIn.AdvertisedMetadata
@_exported public import struct WayleaveSignIn.BackchannelQuestion
@_exported public import struct WayleaveSignIn.ClientCertificate
@_exported public import struct WayleaveSignIn.Event
@_exported public import struct WayleaveSignIn.KeptMetadata
@_exported public import struct WayleaveSignIn.PendingRevocation
@_exported public import struct WayleaveSignIn.RegisteredClient
@_exported public import struct WayleaveSignIn.Registration
@_exported public import struct WayleaveSignIn.ReplacedSignIn
@_exported public import struct WayleaveSignIn.SignIn
@_exported public import struct WayleaveSignIn.StoredCredential
@_exported public import struct WayleaveSignIn.VerifiedHandOver
