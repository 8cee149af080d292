public import Foundation
import Synchronization

/// The containers of the groups that the app is signed for, as the tests set them.
public enum StandInGroups {
  private static let folders = Mutex<[String: URL]>([:])

  public static func set(_ folder: URL?, of group: String) { folders.withLock { $0[group] = folder } }

  fileprivate static func folder(of group: String) -> URL? { folders.withLock { $0[group] } }
}

extension FileManager {
  /// https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
  @available(macOS 10.8, iOS 7, tvOS 9, watchOS 2, visionOS 1, *)
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    StandInGroups.folder(of: groupIdentifier)
  }
}
