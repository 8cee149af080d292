// An app for Apple's systems imports `WayleaveApple` alone.
@_exported public import Wayleave

// A view of the app's own shows what is in it.
@_exported public import struct WayleaveOAuth2.DeviceAuthorizationResponse
