// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "mcp-server-sample",
  platforms: [.macOS(.v14)],
  // In a package of your own: .package(url: …), where this trait is on without a word.
  dependencies: [
    .package(name: "wayleave", path: "../..", traits: ["Network"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "MCPServerSample",
      dependencies: [
        .product(name: "WayleaveResourceServer", package: "wayleave"),
        .product(name: "WayleaveAsyncHTTPClient", package: "wayleave"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      path: "Sources")
  ]
)
