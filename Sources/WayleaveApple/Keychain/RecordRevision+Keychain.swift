#if canImport(Security)
  import Foundation
  import Wayleave

  extension RecordRevision {
    /// One that no item had before.
    static func new() -> RecordRevision {
      var generator = SystemRandomNumberGenerator()
      let bytes = (0..<2).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
      return RecordRevision(Data(bytes))
    }

    init(_ data: Data) { self.init(data.base64EncodedString()) }

    /// As it stands in the item; one that is not of this vault belongs to no item.
    var data: Data { Data(base64Encoded: value) ?? Data(value.utf8) }
  }
#endif
