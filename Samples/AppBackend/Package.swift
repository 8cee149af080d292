// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "app-backend-sample",
  platforms: [.macOS(.v14)],
  // In a package of your own: .package(url: …), with the same trait.
  dependencies: [
    .package(name: "wayleave", path: "../..", traits: ["Hummingbird"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "AppBackendSample",
      dependencies: [
        .product(name: "Wayleave", package: "wayleave"),
        .product(name: "WayleaveAsyncHTTPClient", package: "wayleave"),
        .product(name: "WayleaveHummingbird", package: "wayleave"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      path: "Sources")
  ]
)
