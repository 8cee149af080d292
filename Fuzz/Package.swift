// swift-tools-version: 6.2
import PackageDescription

/// A fuzzer has no main of its own: libFuzzer brings it.
func fuzzer(_ name: String, of libraries: [String] = ["WayleaveOAuth1"]) -> Target {
  .executableTarget(
    name: name,
    dependencies: libraries.map { .product(name: $0, package: "wayleave") } + [
      .product(name: "WayleaveWire", package: "wayleave"),
      .product(name: "HTTPTypes", package: "swift-http-types"),
    ],
    swiftSettings: [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .unsafeFlags(["-parse-as-library"]),
    ])
}

// A package of its own: its flags are refused in a dependency. Built by Scripts/fuzz.
let package = Package(
  name: "wayleave-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "wayleave", path: ".."),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
  ],
  targets: [
    fuzzer("FuzzHeader"), fuzzer("FuzzQuery"), fuzzer("FuzzForm"),
    fuzzer("FuzzMetadata", of: ["WayleaveOAuth2"]),
    fuzzer("FuzzClaims", of: ["WayleaveJOSE", "WayleaveOAuth2", "WayleaveOpenID"]),
    fuzzer("FuzzEncryption", of: ["WayleaveJOSE"]),
    fuzzer("FuzzSignature", of: ["WayleaveJOSE"]), fuzzer("FuzzKey", of: ["WayleaveJOSE"]),
    fuzzer("FuzzKeySet", of: ["WayleaveJOSE"]),
  ]
)
