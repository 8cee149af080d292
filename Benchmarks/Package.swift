// swift-tools-version: 6.2
import PackageDescription

/// The name of the package above, as SwiftPM passes it to the compiler: that of its folder. Under this name the code here
/// reaches what is `package` there.
let packageAbove: String = {
  let folders = Context.packageDirectory.split { $0 == "/" || $0 == "\\" }
  let name = String((folders.dropLast().last ?? "").lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  return name.first?.isNumber == true ? "_" + name.dropFirst() : name
}()

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-package-name", packageAbove]),
]

// A package of its own, so that nothing here reaches the build of a user.
let package = Package(
  name: "wayleave-benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "wayleave-bench", targets: ["WayleaveBench"]),
    .executable(name: "wayleave-load", targets: ["WayleaveLoad"]),
    .executable(name: "wayleave-website", targets: ["WayleaveWebsite"]),
  ],
  dependencies: [
    .package(name: "wayleave", path: ".."),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "WayleaveBench",
      dependencies: [
        .product(name: "Wayleave", package: "wayleave"),
        .product(name: "WayleaveOAuth1", package: "wayleave"),
        .product(name: "WayleaveOAuth2", package: "wayleave"),
        .product(name: "WayleaveOpenID", package: "wayleave"),
        .product(name: "WayleaveJOSE", package: "wayleave"),
        .product(name: "WayleaveProvider", package: "wayleave"),
        .product(name: "WayleaveResourceServer", package: "wayleave"),
        .product(name: "WayleaveWire", package: "wayleave"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      packageAccess: false,
      swiftSettings: settings),
    .executableTarget(
      name: "WayleaveLoad",
      dependencies: [
        .product(name: "WayleavePlayground", package: "wayleave"),
        .product(name: "Wayleave", package: "wayleave"),
        .product(name: "WayleaveWire", package: "wayleave"),
      ],
      packageAccess: false,
      swiftSettings: settings),
    .executableTarget(
      name: "WayleaveWebsite",
      dependencies: [
        .product(name: "Wayleave", package: "wayleave"),
        .product(name: "WayleaveAsyncHTTPClient", package: "wayleave"),
        .product(name: "WayleaveHummingbird", package: "wayleave"),
        .product(name: "WayleaveJOSE", package: "wayleave"),
        .product(name: "WayleaveOAuth2", package: "wayleave"),
        .product(name: "WayleaveResourceServer", package: "wayleave"),
        .product(name: "WayleaveWire", package: "wayleave"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
      packageAccess: false,
      swiftSettings: settings),
  ]
)
