#if canImport(Security)
  import WayleaveWire

  /// What `NSKeyedArchiver` wrote, read by the names of its values; no class is looked up, and no object is made.
  ///
  /// An unarchiver makes whichever class the archive names. Here the class is a text, which the reader compares.
  struct KeyedArchive {
    /// The object that was archived.
    let root: ArchivedObject

    /// Reads an archive whose root is one object; nil for anything else.
    init?(_ bytes: [UInt8]) {
      guard let list = BinaryPropertyList(bytes), let file = Self.file(in: list),
        case .array(let objects)? = list.value("$objects", in: file), let top = list.value("$top", in: file),
        case .dictionary(let pairs) = top, let members = list.members(pairs),
        // Who encodes an object by hand gives it a name.
        let reference = (members["root"] ?? (members.count == 1 ? members.values.first : nil)).flatMap(list.object),
        let root = ArchivedObject(reference, in: list, objects: objects)
      else { return nil }
      self.root = root
    }

    /// Why there is no archive in it, for people.
    static func fault(of bytes: [UInt8]) -> String {
      guard bytes.starts(with: BinaryPropertyList.magic) else {
        return "It is no binary property list, which NSKeyedArchiver writes."
      }
      guard let list = BinaryPropertyList(bytes), case .dictionary? = list.object(list.top) else {
        return "The archive was cut or changed."
      }
      return file(in: list) == nil
        ? "It is no archive of NSKeyedArchiver, or one of another version than \(version)."
        : "The archive is damaged, or its root is no object."
    }

    /// The only version that there is.
    private static let version: Int64 = 100_000

    /// The outermost members, where they are those of an archive.
    private static func file(in list: BinaryPropertyList) -> [String: Int]? {
      guard case .dictionary(let pairs)? = list.object(list.top), let file = list.members(pairs),
        list.value("$archiver", in: file) == .text("NSKeyedArchiver"),
        list.value("$version", in: file) == .integer(version)
      else { return nil }
      return file
    }
  }

  /// One object of an archive: the name of its class, and its values by their names, read when they are asked for.
  ///
  /// Objects that contain each other do no harm: nothing is followed but the names that the reader asks for.
  struct ArchivedObject {
    private let list: BinaryPropertyList
    private let objects: [Int]
    private let members: [String: Int]
    /// The name of its class.
    let className: String
    /// The names of its class and of those above it.
    private let classNames: [String]

    /// The object that a reference stands for; nil for anything else.
    init?(_ reference: BinaryPropertyList.Object, in list: BinaryPropertyList, objects: [Int]) {
      guard let members = Self.members(of: reference, in: list, objects),
        let described = members["$class"].flatMap(list.object).flatMap({ Self.members(of: $0, in: list, objects) }),
        case .text(let className)? = list.value("$classname", in: described)
      else { return nil }
      (self.list, self.objects, self.members, self.className) = (list, objects, members, className)
      guard case .array(let above)? = list.value("$classes", in: described) else {
        classNames = [className]
        return
      }
      let names = above.prefix(16).compactMap { number -> String? in
        guard case .text(let name)? = list.object(number) else { return nil }
        return name
      }
      classNames = [className] + names
    }

    /// The names of its values.
    var names: [String] { members.keys.filter { !$0.hasPrefix("$") }.sorted() }

    /// Whether it is of a class, or of one below it.
    func isKind(of name: String) -> Bool { classNames.contains { $0.hasSameBytes(as: name) } }

    /// A text; nil where there is none.
    func text(_ name: String) -> String? { value(name).flatMap(text) }

    /// A moment, in seconds since 2001; nil where there is none.
    func time(_ name: String) -> Double? {
      guard let date = object(name), case .real(let seconds)? = date.value("NS.time") else { return nil }
      return seconds
    }

    /// A URL as a text; nil where there is none.
    func url(_ name: String) -> String? { object(name)?.text("NS.relative") }

    /// A truth value; false where there is none.
    func flag(_ name: String) -> Bool { value(name) == .bool(true) }

    /// A whole number; nil where there is none.
    func integer(_ name: String) -> Int64? {
      guard case .integer(let number)? = value(name) else { return nil }
      return number
    }

    /// An object; nil where there is none.
    func object(_ name: String) -> ArchivedObject? {
      value(name).flatMap { ArchivedObject($0, in: list, objects: objects) }
    }

    /// The texts of a dictionary, by their names; what is no text is left out.
    func texts(_ name: String) -> [(name: String, value: String)] {
      guard let dictionary = object(name), case .array(let keys)? = dictionary.value("NS.keys"),
        case .array(let values)? = dictionary.value("NS.objects")
      else { return [] }
      // One text can stand for many: what a library wrote has a few, and short ones.
      return zip(keys, values).prefix(64).compactMap { key, value in
        guard let name = list.object(key).flatMap(text), let value = list.object(value).flatMap(text) else {
          return nil
        }
        return (name, value)
      }
    }

    private func value(_ name: String) -> BinaryPropertyList.Object? { list.value(name, in: members) }

    /// What a reference stands for, where that is a text.
    private func text(_ reference: BinaryPropertyList.Object) -> String? {
      guard case .uid(let number) = reference, objects.indices.contains(number) else { return nil }
      switch list.object(objects[number]) {
      case .text("$null")?: return nil
      case .text(let text)?: return text
      // A text that could be changed is an object that has it.
      case .dictionary(let pairs)?:
        guard let members = list.members(pairs), case .text(let text)? = list.value("NS.string", in: members) else {
          return nil
        }
        return text
      default: return nil
      }
    }

    private static func members(
      of reference: BinaryPropertyList.Object, in list: BinaryPropertyList, _ objects: [Int]
    ) -> [String: Int]? {
      guard case .uid(let number) = reference, objects.indices.contains(number),
        case .dictionary(let pairs)? = list.object(objects[number])
      else { return nil }
      return list.members(pairs)
    }
  }

  extension BinaryPropertyList {
    /// The objects of a dictionary by their names; nil for one of more members than an archived token has.
    ///
    /// One name can stand for many, and each is read.
    fileprivate func members(_ pairs: [Object.Pair]) -> [String: Int]? {
      guard pairs.count <= 64 else { return nil }
      var members: [String: Int] = [:]
      for pair in pairs {
        guard case .text(let name)? = object(pair.key) else { continue }
        members[name] = pair.value
      }
      return members
    }

    fileprivate func value(_ name: String, in members: [String: Int]) -> Object? { members[name].flatMap(object) }
  }
#endif
