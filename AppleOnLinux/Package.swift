// swift-tools-version: 6.2
import PackageDescription

/// The name of the package above, as SwiftPM passes it to the compiler: that of its folder. Under this name the code
/// here reaches what is `package` there.
let packageAbove: String = {
  let folders = Context.packageDirectory.split { $0 == "/" || $0 == "\\" }
  let name = String((folders.dropLast().last ?? "").lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  return name.first?.isNumber == true ? "_" + name.dropFirst() : name
}()

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What the real sources and their tests are compiled with, in addition.
let asOurs: [SwiftSetting] =
  strict + [.define("WAYLEAVE_STAND_INS"), .unsafeFlags(["-package-name", packageAbove])]

/// A stand-in for a framework of Apple's, under its name.
func standIn(_ name: String, over others: [String] = [], with products: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: others.map { .target(name: $0) } + products, path: "StandIns/\(name)",
    swiftSettings: strict)
}

let ours: [Target.Dependency] = ["Wayleave"].map { .product(name: $0, package: "wayleave") }
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let frameworks: [Target.Dependency] = [
  "AppKit", "AuthenticationServices", "CryptoKit", "LocalAuthentication", "Security", "SwiftUI", "UIKit",
]

// A package of its own: the stand-ins have the names of Apple's modules, and `canImport` finds them in all of its
// build.
let package = Package(
  name: "apple-on-linux",
  defaultLocalization: "en",
  dependencies: [
    .package(name: "wayleave", path: "..", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
  ],
  targets: [
    standIn("Security", over: ["LocalAuthentication"]),
    standIn("LocalAuthentication"),
    standIn("CryptoKit", over: ["Security"], with: [.product(name: "Crypto", package: "swift-crypto")]),
    standIn("UIKit"),
    standIn("AppKit"),
    standIn("SwiftUI", over: ["UIKit"]),
    standIn("AuthenticationServices", over: ["UIKit"]),
    // The real sources, by a symbolic link. Two targets of one name cannot be in one build.
    .target(
      name: "WayleaveAppleUnderTest", dependencies: ours + [httpTypes] + frameworks,
      exclude: ["PrivacyInfo.xcprivacy"], resources: [.process("Resources")], packageAccess: false,
      swiftSettings: asOurs),
    .target(
      name: "WayleaveKeychainUnderTest", dependencies: ours + ["Security"], packageAccess: false,
      swiftSettings: asOurs),
    // The branches of floor 0 for Apple's systems; the lock of the system stands in the target itself.
    .target(name: "WayleaveBackportUnderTest", packageAccess: false, swiftSettings: asOurs),
    // What Documentation/apple.md shows, compiled as an app would be: only what is public can be used there.
    .target(
      name: "WayleaveAppleSnippets", dependencies: ["WayleaveAppleUnderTest"], path: "Documented", packageAccess: false,
      swiftSettings: strict),
    // The app of the samples, as it stands in its project; the module has another name here.
    .executableTarget(
      name: "WayleaveSamples", dependencies: ["WayleaveAppleUnderTest", "SwiftUI"], packageAccess: false,
      swiftSettings: strict + [.unsafeFlags(["-module-alias", "WayleaveApple=WayleaveAppleUnderTest"])]),
    .testTarget(
      name: "WayleaveSamplesTests", dependencies: ["WayleaveSamples", "WayleaveAppleUnderTest"] + ours + frameworks,
      packageAccess: false,
      swiftSettings: asOurs + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
    .testTarget(
      name: "WayleaveAppleTests",
      dependencies: [
        "WayleaveAppleUnderTest", "WayleaveBackportUnderTest", "WayleaveKeychainUnderTest",
        .product(name: "WayleaveTesting", package: "wayleave"), httpTypes,
      ] + ours + frameworks,
      packageAccess: false,
      // Testing would bring a module of its own for each framework that it knows.
      swiftSettings: asOurs + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
  ]
)
