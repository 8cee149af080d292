import Foundation
import Testing
@testable import WayleaveSamples

@Suite("The Xcode project of the samples")
struct SampleProjectTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../../Samples/Apple").standardizedFileURL

  private static func propertyList(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return try #require(list as? [String: Any])
  }

  @Test func `every object that is named is there, and every file`() throws {
    let project = try Self.propertyList("WayleaveSamples.xcodeproj/project.pbxproj")
    let objects = try #require(project["objects"] as? [String: [String: Any]])
    var named: Set<String> = [try #require(project["rootObject"] as? String)]
    for object in objects.values {
      for value in object.values {
        named.formUnion((value as? [String] ?? [value as? String].compactMap(\.self)).filter { $0.hasPrefix("A1000") })
      }
    }
    #expect(named == Set(objects.keys))
    for object in objects.values where object["sourceTree"] as? String == "<group>" {
      guard let path = object["path"] as? String else { continue }
      #expect(FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent(path).path), "\(path)")
    }
    let package = objects.values.first { $0["isa"] as? String == "XCLocalSwiftPackageReference" }
    let place = Self.folder.appendingPathComponent(try #require(package?["relativePath"] as? String))
    #expect(FileManager.default.fileExists(atPath: place.appendingPathComponent("Package.swift").path))
  }

  /// The first line is a mark that every project file has.
  @Test func `the project has no comments: Xcode drops them, and other readers of projects refuse them`() throws {
    let project = try String(
      contentsOf: Self.folder.appendingPathComponent("WayleaveSamples.xcodeproj/project.pbxproj"), encoding: .utf8)
    let lines = project.split(separator: "\n")
    #expect(lines.first == "// !$*UTF8*$!")
    let comments = lines.dropFirst().filter { $0.drop { $0 == " " }.hasPrefix("//") || $0.contains("/*") }
    #expect(comments == [])
  }

  // ZA1
  @Test func `what stands as a secret in a source is made up, and says so`() throws {
    let folder = Self.folder.appendingPathComponent("WayleaveSamples")
    let sources = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    var count = 0
    for source in sources {
      let text = try String(contentsOf: folder.appendingPathComponent(source), encoding: .utf8)
      for literal in text.matches(of: /[sS]ecret(?:\(|: )"([^"]*)"/) {
        count += 1
        #expect(literal.1.contains("not-real") || literal.1 == "preview", "\(source): \(literal.0)")
      }
    }
    #expect(count > 0)
  }

  // ZA1
  @Test func `the settings name files that are there`() throws {
    let settings = try String(
      contentsOf: Self.folder.appendingPathComponent("WayleaveSamples.xcconfig"), encoding: .utf8)
    for (name, file) in [("INFOPLIST_FILE", "Info.plist"), ("CODE_SIGN_ENTITLEMENTS", "WayleaveSamples.entitlements")] {
      #expect(settings.contains("\n\(name) = \(file)\n"))
      _ = try Self.propertyList(file)
    }
  }

  // FS26
  @Test func `Info.plist declares the scheme by which the sign-ins come back`() throws {
    let types = try Self.propertyList("Info.plist")["CFBundleURLTypes"] as? [[String: Any]]
    let scheme = try #require(URL(string: Playground.redirectURI)?.scheme)
    #expect(types?.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] } == [scheme])
  }

  // FS26
  @Test @MainActor func `the entitlements have the group of the accounts, and the host of the universal link`() throws {
    let entitlements = try Self.propertyList("WayleaveSamples.entitlements")
    #expect(entitlements["com.apple.security.application-groups"] as? [String] == [Samples.group])
    let domains = entitlements["com.apple.developer.associated-domains"] as? [String]
    #expect(domains == ["applinks:app.example.com", "webcredentials:app.example.com"])
  }
}
