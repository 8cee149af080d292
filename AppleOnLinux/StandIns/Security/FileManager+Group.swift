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
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    StandInGroups.folder(of: groupIdentifier)
  }
}
