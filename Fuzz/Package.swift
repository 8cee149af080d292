// swift-tools-version: 6.2
import PackageDescription

/// The name of the package above, as SwiftPM passes it to the compiler: that of its folder. Under this name the code here
/// reaches what is `package` there.
let packageAbove: String = {
  let folders = Context.packageDirectory.split { $0 == "/" || $0 == "\\" }
  let name = String((folders.dropLast().last ?? "").lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  return name.first?.isNumber == true ? "_" + name.dropFirst() : name
}()

/// A fuzzer has no main of its own: libFuzzer brings it.
func fuzzer(_ name: String, of libraries: [String] = ["WayleaveOAuth1"]) -> Target {
  .executableTarget(
    name: name,
    dependencies: libraries.map { .product(name: $0, package: "wayleave") } + [
      .product(name: "WayleaveWire", package: "wayleave"),
      .product(name: "HTTPTypes", package: "swift-http-types"),
    ],
    packageAccess: false,
    swiftSettings: [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .unsafeFlags(["-parse-as-library", "-package-name", packageAbove]),
    ])
}

// A package of its own: its flags are refused in a dependency. Built by Scripts/fuzz.
let package = Package(
  name: "wayleave-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "wayleave", path: "..", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
  ],
  targets: [
    fuzzer("FuzzHeader"), fuzzer("FuzzQuery"), fuzzer("FuzzForm"),
    fuzzer("FuzzInflate", of: []),
    fuzzer("FuzzMetadata", of: ["WayleaveOAuth2"]),
    fuzzer("FuzzClaims", of: ["WayleaveJOSE", "WayleaveOAuth2", "WayleaveOpenID"]),
    fuzzer("FuzzEncryption", of: ["WayleaveJOSE"]),
    fuzzer("FuzzSignature", of: ["WayleaveJOSE"]), fuzzer("FuzzKey", of: ["WayleaveJOSE"]),
    fuzzer("FuzzKeySet", of: ["WayleaveJOSE"]),
    // Scripts/fuzz asks the package above for these products.
    fuzzer("FuzzAgentFrame", of: ["WayleaveAgentProtocol"]), fuzzer("FuzzFile", of: ["WayleaveConsole"]),
  ]
)
