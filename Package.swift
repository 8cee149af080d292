// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is held to: imports are private unless said, and an existential is written as one.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// A dependency that an app fetches only with one of the traits below.
func product(_ name: String, of package: String, with trait: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: [trait]))
}

let asyncHTTPClient = product("AsyncHTTPClient", of: "async-http-client", with: "Network")
let nioCore = product("NIOCore", of: "swift-nio", with: "Network")
let nioPosix = product("NIOPosix", of: "swift-nio", with: "Network")
let nioHTTP1 = product("NIOHTTP1", of: "swift-nio", with: "Network")
let nioSSL = product("NIOSSL", of: "swift-nio-ssl", with: "Network")
let hummingbirdCore = product("HummingbirdCore", of: "hummingbird", with: "Playground")
let hummingbirdTLS = product("HummingbirdTLS", of: "hummingbird", with: "Playground")
let mustache = product("Mustache", of: "swift-mustache", with: "Playground")
let logging = product("Logging", of: "swift-log", with: "Playground")
let websiteHummingbird = product("Hummingbird", of: "hummingbird", with: "Hummingbird")
let websiteMustache = product("Mustache", of: "swift-mustache", with: "Hummingbird")
let websiteLogging = product("Logging", of: "swift-log", with: "Hummingbird")
let websiteMetrics = product("CoreMetrics", of: "swift-metrics", with: "Hummingbird")
let websiteNIOCore = product("NIOCore", of: "swift-nio", with: "Hummingbird")
let reportedLogging = product("Logging", of: "swift-log", with: "Observability")
let coreMetrics = product("CoreMetrics", of: "swift-metrics", with: "Observability")
let tracing = product("Tracing", of: "swift-distributed-tracing", with: "Observability")

/// Whether an app has this package as a dependency: from git it is read as "/" first, and then in a folder of checkouts,
/// which lies in the app's `.build` or wherever its build puts it.
///
/// Where this is wrong, as for a package that is edited in place, the app fetches more than it needs. A clone to work in
/// must not lie in a folder `checkouts` itself: its tests would miss what the other traits bring.
let isDependency =
  Context.packageDirectory == "/" || Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

/// The commit of this build and its date, which `make release` names; without them `wayleave version` says "unknown".
let commit: [CSetting] = ["WAYLEAVE_COMMIT", "WAYLEAVE_COMMIT_DATE"].compactMap { name in
  Context.environment[name].map { .define(name, to: $0) }
}

/// `make release` links the front program without any shared library on Linux: to find them takes longer than its work.
let alone: [LinkerSetting] =
  Context.environment["WAYLEAVE_STATIC"] == nil
  ? [] : [.unsafeFlags(["-static-executable"], .when(platforms: [.linux]))]

/// What `Scripts/fuzz` reaches, and no user's package.
let fuzzed: [Product] =
  Context.environment["WAYLEAVE_FUZZ"] == nil
  ? []
  : ["WayleaveAgentProtocol", "WayleaveConsole"].map { .library(name: $0, targets: [$0]) }

let package = Package(
  name: "wayleave",
  defaultLocalization: "en",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Wayleave", targets: ["Wayleave"]),
    .library(name: "WayleaveApple", targets: ["WayleaveApple"]),
    .library(name: "WayleaveAsyncHTTPClient", targets: ["WayleaveAsyncHTTPClient"]),
    .library(name: "WayleavePlayground", targets: ["WayleavePlayground"]),
    .library(name: "WayleaveHummingbird", targets: ["WayleaveHummingbird"]),
    .library(name: "WayleaveObservability", targets: ["WayleaveObservability"]),
    .library(name: "WayleaveKeyrings", targets: ["WayleaveKeyrings"]),
    .library(name: "WayleaveResourceServer", targets: ["WayleaveResourceServer"]),
    .library(name: "WayleaveTesting", targets: ["WayleaveTesting"]),
    .library(name: "WayleaveWire", targets: ["WayleaveWire"]),
    .library(name: "WayleaveJOSE", targets: ["WayleaveJOSE"]),
    .library(name: "WayleaveOAuth1", targets: ["WayleaveOAuth1"]),
    .library(name: "WayleaveOAuth2", targets: ["WayleaveOAuth2"]),
    .library(name: "WayleaveOpenID", targets: ["WayleaveOpenID"]),
    .library(name: "WayleaveProvider", targets: ["WayleaveProvider"]),
    // The other two programs are no products: SwiftPM makes one of each executable target, and an app fetches whatever
    // the products of a package need, used or not.
    .executable(name: "wayleave", targets: ["WayleaveFront"]),
  ] + fuzzed,
  traits: [
    .trait(name: "Network", description: "WayleaveAsyncHTTPClient: the network on Linux and on servers."),
    .trait(
      name: "Playground", description: "WayleavePlayground: the emulated providers, for tests.",
      enabledTraits: ["Network"]),
    .trait(
      name: "Hummingbird", description: "WayleaveHummingbird: a website's sign-in, for servers with Hummingbird.",
      enabledTraits: ["Network"]),
    .trait(
      name: "Observability",
      description: "WayleaveObservability: reports to swift-log, swift-metrics and swift-distributed-tracing."),
    // Here all of them: with another set everything is built again.
    .default(enabledTraits: isDependency ? ["Network"] : ["Network", "Playground", "Hummingbird", "Observability"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    // Earlier releases let CR/LF and unlimited headers through: CVE-2026-28970, CVE-2026-28980.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    // For tests only: YAML, made and read by somebody else's code.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // Floor 0: what every other floor may use.
    .target(name: "WayleaveBackport", swiftSettings: strict),
    // One message for an app that left out a trait, before all those about modules that are missing.
    .target(name: "WayleaveNetworkTrait", swiftSettings: strict),
    .target(name: "WayleavePlaygroundTrait", swiftSettings: strict),
    .target(name: "WayleaveHummingbirdTrait", swiftSettings: strict),
    .target(name: "WayleaveObservabilityTrait", swiftSettings: strict),
    // Floor 1
    .target(name: "WayleaveWire", dependencies: ["WayleaveBackport", crypto, httpTypes], swiftSettings: strict),
    .target(name: "WayleaveSystem", dependencies: ["WayleaveBackport"], swiftSettings: strict),
    // What Swift cannot do: it hides the memory, calls the kernel's keyring, sees processes on a Mac, asks the resolver for
    // texts, and takes the commit from the build.
    .target(
      name: "CWayleaveSystem", cSettings: commit,
      linkerSettings: ["CoreFoundation", "Security"].map { .linkedFramework($0, .when(platforms: [.macOS])) }),
    // What programs and the agent say to each other, with the C library alone.
    .target(
      name: "WayleaveAgentProtocol", dependencies: ["WayleaveBackport", "WayleaveSystem"], swiftSettings: strict),
    // Floor 2
    .target(name: "WayleaveJOSE", dependencies: ["WayleaveWire", crypto, cryptoExtras], swiftSettings: strict),
    .target(
      name: "WayleaveOAuth1", dependencies: ["WayleaveBackport", "WayleaveWire", crypto, cryptoExtras, httpTypes],
      swiftSettings: strict),
    // Floor 3
    .target(
      name: "WayleaveOAuth2", dependencies: ["WayleaveBackport", "WayleaveWire", "WayleaveJOSE", crypto, httpTypes],
      swiftSettings: strict),
    // Floor 4
    .target(
      name: "WayleaveOpenID", dependencies: ["WayleaveWire", "WayleaveJOSE", "WayleaveOAuth2", crypto, httpTypes],
      swiftSettings: strict),
    // Floor 5
    .target(
      name: "WayleaveProvider",
      dependencies: [
        "WayleaveBackport", "WayleaveWire", "WayleaveJOSE", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID",
        httpTypes,
      ],
      swiftSettings: strict),
    // Floor 6
    .target(
      name: "WayleaveSignIn",
      dependencies: [
        "WayleaveBackport", "WayleaveProvider", "WayleaveWire", "WayleaveJOSE", "WayleaveOAuth1", "WayleaveOAuth2",
        "WayleaveOpenID", crypto, cryptoExtras, httpTypes,
      ],
      swiftSettings: strict),
    // Floor 7
    .target(
      name: "WayleavePlain", dependencies: ["CWayleaveSystem", "WayleaveAgentProtocol", "WayleaveSystem"],
      swiftSettings: strict),
    .target(
      name: "Wayleave",
      dependencies: [
        "WayleaveBackport", "WayleaveProvider", "WayleaveSignIn", "WayleaveSystem", "WayleaveWire", "WayleaveJOSE",
        "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID", crypto, cryptoExtras, httpTypes,
      ],
      // The model of what stands next to it: Scripts/check-model.
      exclude: ["Accounts/Refresh.pml"],
      swiftSettings: strict),
    // Floor 8
    .target(
      name: "WayleaveAsyncHTTPClient",
      dependencies: [
        "WayleaveNetworkTrait", "WayleaveBackport", "Wayleave", "WayleaveOAuth2", "WayleaveSystem", "WayleaveWire",
        httpTypes, asyncHTTPClient, nioCore, nioPosix, nioHTTP1, nioSSL,
      ],
      swiftSettings: strict),
    // Empty on Linux; AppleOnLinux/ compiles and tests it there.
    .target(
      name: "WayleaveApple",
      dependencies: [
        "WayleaveBackport", "Wayleave", "WayleaveJOSE", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveProvider",
        "WayleaveSignIn", "WayleaveSystem", "WayleaveWire", httpTypes,
      ],
      // The manifest is what App Store Connect asks of each library: Scripts/check-privacy.
      resources: [.process("Resources"), .copy("PrivacyInfo.xcprivacy")],
      swiftSettings: strict),
    .target(
      name: "WayleavePlayground",
      dependencies: [
        "WayleavePlaygroundTrait", "WayleaveBackport", "WayleaveSystem", "WayleaveWire", "WayleaveJOSE",
        "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID", "WayleaveProvider", crypto, httpTypes, hummingbirdCore,
        hummingbirdTLS, mustache, nioCore, nioPosix, nioSSL, logging,
      ],
      // In the code, so that one binary is enough wherever it is put.
      resources: [.embedInCode("Pages/Templates")],
      swiftSettings: strict),
    // What the accounts do, for the systems of the one who operates the program.
    .target(
      name: "WayleaveObservability",
      dependencies: [
        "WayleaveObservabilityTrait", "Wayleave", "WayleaveSignIn", "WayleaveWire", reportedLogging, coreMetrics,
        tracing,
      ],
      swiftSettings: strict),
    // The functions of libsecret, which C can declare and Swift cannot.
    .target(name: "CSecretService"),
    // Apart from WayleaveApple, so that the program links no view.
    .target(
      name: "WayleaveKeyrings",
      dependencies: [
        "WayleaveBackport", "CSecretService", "CWayleaveSystem", "Wayleave", "WayleaveSystem", "WayleaveWire",
      ],
      swiftSettings: strict),
    .target(
      name: "WayleaveTesting",
      dependencies: ["WayleaveBackport", "Wayleave", "WayleaveSystem", "WayleaveWire", httpTypes],
      swiftSettings: strict),
    // An API that accepts access tokens, without any framework.
    .target(
      name: "WayleaveResourceServer",
      dependencies: [
        "WayleaveBackport", "Wayleave", "WayleaveSignIn", "WayleaveWire", "WayleaveJOSE", "WayleaveOAuth2",
        "WayleaveOpenID", crypto, httpTypes,
      ],
      swiftSettings: strict),
    // What the program shows and decides, without any I/O.
    .target(
      name: "WayleaveConsole",
      dependencies: [
        "WayleaveBackport", "Wayleave", "WayleaveProvider", "WayleaveSignIn", "WayleaveWire", "WayleaveJOSE",
        "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID", "WayleavePlain", "WayleaveAgentProtocol",
        "WayleaveSystem", crypto, httpTypes,
      ],
      swiftSettings: strict),
    // The agent of a user, without any network.
    .target(
      name: "WayleaveAgent",
      dependencies: [
        "WayleaveBackport", "WayleaveAgentProtocol", "WayleaveConsole", "CWayleaveSystem", "Wayleave",
        "WayleaveSignIn", "WayleaveProvider", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveSystem", "WayleaveWire",
        crypto, httpTypes,
      ],
      swiftSettings: strict),
    // Floor 9
    // A website's sign-in. All but one file knows no framework; the trait is for that file and for the templates.
    .target(
      name: "WayleaveHummingbird",
      dependencies: [
        "WayleaveHummingbirdTrait", "WayleaveBackport", "Wayleave", "WayleaveResourceServer", "WayleaveSignIn",
        "WayleaveProvider", "WayleaveOpenID", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveJOSE", "WayleaveWire",
        crypto, httpTypes, websiteHummingbird, websiteMustache, websiteLogging, websiteMetrics, websiteNIOCore,
      ],
      resources: [.embedInCode("Pages/Templates")],
      swiftSettings: strict),
    // What our two programs share.
    .target(
      name: "WayleaveTerminal",
      dependencies: [
        "WayleaveBackport", "WayleaveConsole", "CWayleaveSystem", "Wayleave", "WayleaveProvider", "WayleaveSignIn",
        "WayleaveSystem", "WayleaveAgentProtocol", "WayleavePlain", "WayleaveWire", argumentParser,
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
    // Floor 10
    .executableTarget(
      name: "WayleaveFront",
      dependencies: ["WayleavePlain", "WayleaveAgentProtocol", "WayleaveSystem", "CWayleaveSystem"],
      swiftSettings: strict,
      linkerSettings: alone),
    .executableTarget(
      name: "wayleave-full",
      dependencies: [
        "WayleaveBackport", "CWayleaveSystem", "WayleaveAgent", "WayleaveAgentProtocol", "WayleavePlain",
        "WayleaveTerminal", "WayleaveConsole", "Wayleave", "WayleaveProvider", "WayleaveSignIn", "WayleaveSystem",
        "WayleaveWire", "WayleaveJOSE", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID",
        "WayleaveAsyncHTTPClient", "WayleaveKeyrings", httpTypes, argumentParser,
      ],
      path: "Sources/WayleaveCommand",
      swiftSettings: strict),
    .executableTarget(
      name: "wayleave-playground",
      dependencies: [
        "WayleaveTerminal", "WayleaveConsole", "WayleavePlayground", "WayleaveProvider", "WayleaveSignIn",
        "WayleavePlain", "WayleaveSystem", "WayleaveWire", "WayleaveOAuth1", "WayleaveOAuth2", argumentParser,
      ],
      path: "Sources/WayleavePlaygroundCommand",
      swiftSettings: strict),

    // What several targets of tests share; no product holds it.
    .target(
      name: "WayleaveTestSupport", dependencies: ["WayleaveWire"], path: "Tests/Support", swiftSettings: strict),
    // Refreshes of many processes in an order that a seed decides; no product holds it.
    .target(
      name: "WayleaveSimulation",
      dependencies: [
        "WayleaveBackport", "WayleaveTestSupport", "Wayleave", "WayleaveProvider", "WayleaveSignIn", "WayleaveSystem",
        "WayleaveWire", "WayleaveOAuth2", httpTypes,
      ],
      path: "Tests/Simulation", swiftSettings: strict),
    .executableTarget(
      name: "simulate-refresh", dependencies: ["WayleaveSimulation"], path: "Tests/SimulationProgram",
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveWireTests", dependencies: ["WayleaveBackport", "WayleaveTestSupport", "WayleaveWire", httpTypes],
      swiftSettings: strict
    ),
    .testTarget(
      name: "WayleaveAgentProtocolTests", dependencies: ["WayleaveTestSupport", "WayleaveAgentProtocol"],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveAgentTests",
      dependencies: [
        "WayleaveBackport", "WayleaveTestSupport", "WayleaveAgent", "WayleaveAgentProtocol", "WayleaveConsole",
        "Wayleave", "WayleaveSignIn", "WayleaveProvider", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveSystem",
        "WayleaveWire", crypto,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveJOSETests",
      dependencies: ["WayleaveTestSupport", "WayleaveJOSE", "WayleaveWire", crypto, cryptoExtras],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveOpenIDTests",
      dependencies: [
        "WayleaveTestSupport", "WayleaveOpenID", "WayleaveOAuth2", "WayleaveJOSE", "WayleaveWire", crypto, httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveResourceServerTests",
      dependencies: [
        "WayleaveBackport", "WayleaveTestSupport", "WayleaveProgramRunning", "WayleaveResourceServer",
        "WayleaveAsyncHTTPClient", "Wayleave", "WayleaveWire", "WayleaveJOSE", "WayleaveOAuth2", httpTypes,
      ],
      swiftSettings: strict),
    // The providers, servers and stores that several test targets sign in with. It has no tests, and is a test target since
    // others may not see what is internal.
    .testTarget(
      name: "WayleaveExamples",
      dependencies: [
        "WayleaveBackport", "WayleaveTestSupport", "Wayleave", "WayleaveProvider", "WayleaveSignIn", "WayleaveWire",
        "WayleaveJOSE", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID", httpTypes,
      ],
      path: "Tests/Examples", swiftSettings: strict),
    .testTarget(
      name: "WayleaveProviderTests",
      dependencies: [
        "WayleaveBackport", "WayleaveTestSupport", "WayleaveExamples", "Wayleave", "WayleaveProvider", "WayleaveSignIn",
        "WayleaveWire", "WayleaveJOSE", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID", httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveSignInTests",
      dependencies: [
        "WayleaveBackport", "WayleaveTestSupport", "WayleaveExamples", "Wayleave", "WayleaveProvider", "WayleaveSignIn",
        "WayleaveWire", "WayleaveJOSE", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID", crypto, httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveStoreTests",
      dependencies: [
        "WayleaveBackport", "WayleaveTestSupport", "WayleaveExamples", "Wayleave", "WayleaveKeyrings",
        "WayleaveTesting", "WayleaveProvider", "WayleaveSignIn", "WayleaveSystem", "WayleaveWire", "WayleaveJOSE",
        "WayleaveOAuth1", "WayleaveOAuth2",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveTests",
      dependencies: [
        "WayleaveBackport", "WayleaveTestSupport", "WayleaveExamples", "WayleaveSimulation", "Wayleave",
        "WayleaveProvider", "WayleaveSignIn", "WayleaveSystem", "WayleaveWire", "WayleaveJOSE", "WayleaveOAuth1",
        "WayleaveOAuth2", "WayleaveOpenID", crypto, httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveAsyncHTTPClientTests",
      dependencies: [
        "WayleaveBackport", "WayleaveAsyncHTTPClient", "Wayleave", "WayleaveTesting", "WayleaveWire", httpTypes,
        asyncHTTPClient, nioCore,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveConsoleTests",
      dependencies: [
        "WayleaveTestSupport", "WayleaveConsole", "WayleavePlain", "CWayleaveSystem", "Wayleave", "WayleaveProvider",
        "WayleaveSignIn", "WayleaveWire", "WayleaveJOSE", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID",
        crypto, httpTypes, .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveOAuth1Tests",
      dependencies: ["WayleaveTestSupport", "WayleaveOAuth1", "WayleaveWire", crypto, httpTypes],
      swiftSettings: strict),
    .testTarget(
      name: "WayleavePlaygroundTests",
      dependencies: [
        "WayleaveBackport", "WayleaveTestSupport", "WayleavePlayground", "Wayleave", "WayleaveAsyncHTTPClient",
        "WayleaveResourceServer", "WayleaveWire", "WayleaveJOSE", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID",
        "WayleaveProvider", httpTypes, asyncHTTPClient, nioCore, nioHTTP1, nioPosix, nioSSL,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveHummingbirdTests",
      dependencies: [
        "WayleaveBackport", "WayleaveTestSupport", "WayleaveProgramRunning", "WayleaveHummingbird",
        "WayleavePlayground", "WayleaveAsyncHTTPClient", "Wayleave", "WayleaveResourceServer", "WayleaveSignIn",
        "WayleaveProvider", "WayleaveOpenID", "WayleaveOAuth2", "WayleaveOAuth1", "WayleaveJOSE", "WayleaveSystem",
        "WayleaveWire", httpTypes, websiteHummingbird, websiteLogging, websiteNIOCore,
        product("NIOEmbedded", of: "swift-nio", with: "Hummingbird"),
        product("InMemoryLogging", of: "swift-log", with: "Hummingbird"),
        product("MetricsTestKit", of: "swift-metrics", with: "Hummingbird"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveObservabilityTests",
      dependencies: [
        "WayleaveBackport", "WayleaveObservability", "Wayleave", "WayleaveSignIn", "WayleaveOAuth2", "WayleaveWire",
        httpTypes, reportedLogging, tracing, product("InMemoryLogging", of: "swift-log", with: "Observability"),
        product("MetricsTestKit", of: "swift-metrics", with: "Observability"),
        product("InMemoryTracing", of: "swift-distributed-tracing", with: "Observability"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveOAuth2Tests",
      dependencies: ["WayleaveTestSupport", "WayleaveOAuth2", "WayleaveJOSE", "WayleaveWire", crypto, httpTypes],
      swiftSettings: strict),
    // Runs the built programs as a user would, for the tests below; no product holds it.
    .target(
      name: "WayleaveProgramRunning", dependencies: ["WayleaveBackport"], path: "Tests/ProgramRunning",
      swiftSettings: strict),
    .testTarget(
      name: "WayleaveEndToEndTests",
      dependencies: [
        "WayleaveProgramRunning", "AppBackendSample", "CommandLineSample", "MCPServerSample", "WebSignInSample",
      ],
      path: "Tests/EndToEnd",
      exclude: [
        "Scene/answering.py", "Scene/docker_engine.py", "Scene/git_server.py", "Scene/kernel_keyring.py",
        "Scene/keyboard.py", "Scene/kubernetes_server.py", "Scene/plain_browser.py", "Scene/pseudo_terminal.py",
        "Scene/slow_provider.py", "Scene/watching.py",
      ],
      swiftSettings: strict),
    // The samples, compiled for the tests that run them; each is also a package of its own. No product holds them.
    .executableTarget(
      name: "CommandLineSample", dependencies: ["Wayleave", "WayleaveAsyncHTTPClient"],
      path: "Samples/CommandLine/Sources", packageAccess: false),
    .executableTarget(
      name: "WebSignInSample",
      dependencies: ["Wayleave", "WayleaveAsyncHTTPClient", "WayleaveHummingbird", websiteHummingbird],
      path: "Samples/WebSignIn/Sources", packageAccess: false),
    .executableTarget(
      name: "AppBackendSample",
      dependencies: ["Wayleave", "WayleaveAsyncHTTPClient", "WayleaveHummingbird", websiteHummingbird],
      path: "Samples/AppBackend/Sources", packageAccess: false),
    .executableTarget(
      name: "MCPServerSample", dependencies: ["WayleaveResourceServer", "WayleaveAsyncHTTPClient", websiteHummingbird],
      path: "Samples/MCPServer/Sources", packageAccess: false),
    // What the documentation shows, compiled as a user's package would be: only what is public can be used there.
    .target(
      name: "WayleaveSnippets",
      dependencies: [
        "Wayleave", "WayleaveAsyncHTTPClient", "WayleaveHummingbird", "WayleaveResourceServer", "WayleaveTesting",
        "WayleaveJOSE", "WayleaveOAuth1", "WayleaveOAuth2", "WayleaveProvider", "WayleaveWire",
        "WayleaveObservability", httpTypes, websiteHummingbird, reportedLogging, coreMetrics, tracing,
      ],
      path: "Tests/SnippetTests/Snippets", packageAccess: false, swiftSettings: strict),
    .testTarget(
      name: "SnippetTests",
      dependencies: ["WayleaveSnippets", "WayleaveProgramRunning", "WayleaveWire"], exclude: ["Snippets"],
      swiftSettings: strict),
  ]
)
