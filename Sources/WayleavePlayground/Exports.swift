// What stands in the signatures of a playground: who imports it uses these types too.
@_exported public import struct WayleaveProvider.PlayedProvider
@_exported public import struct WayleaveProvider.PlaygroundProvider
