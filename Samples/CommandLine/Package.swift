// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "command-line-sample",
  platforms: [.macOS(.v14)],
  // In a package of your own: .package(url: …), where this trait is on without a word.
  dependencies: [.package(name: "wayleave", path: "../..", traits: ["Network"])],
  targets: [
    .executableTarget(
      name: "CommandLineSample",
      dependencies: [
        .product(name: "Wayleave", package: "wayleave"),
        .product(name: "WayleaveAsyncHTTPClient", package: "wayleave"),
      ],
      path: "Sources")
  ]
)
