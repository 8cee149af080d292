// An app for Apple's systems imports `WayleaveApple` alone.
@_exported public import Wayleave
