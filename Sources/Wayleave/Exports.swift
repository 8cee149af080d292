// What stands in the signatures of this module comes with it: an app imports `Wayleave` alone.
@_exported public import HTTPTypes
@_exported public import WayleaveJOSE
@_exported public import WayleaveOAuth1
@_exported public import WayleaveOAuth2
@_exported public import WayleaveOpenID
@_exported public import WayleaveProvider
@_exported public import WayleaveSignIn
@_exported public import WayleaveWire
