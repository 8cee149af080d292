#if canImport(Security)
  import WayleaveWire

  /// An object that `NSKeyedArchiver` wrote, read by the names of its values; no class is looked up, and no object is made.
  ///
  /// An unarchiver makes whichever class the archive names. Here the class is a text, which the reader compares.
  struct KeyedArchive {
    private typealias Members = [String: BinaryPropertyList.Object]

    private let list: BinaryPropertyList
    private let objects: [Int]
    private let root: Members
    /// The name of the root's class.
    let className: String

    /// Reads an archive whose root is one object; nil for anything else.
    init?(_ bytes: [UInt8]) {
      guard let list = BinaryPropertyList(bytes), let file = Self.members(of: list.object(list.top), in: list),
        file["$archiver"] == .text("NSKeyedArchiver"), case .array(let objects)? = file["$objects"],
        let top = Self.members(of: file["$top"], in: list), case .uid(let number)? = top["root"],
        objects.indices.contains(number),
        let root = Self.members(of: list.object(objects[number]), in: list)
      else { return nil }
      (self.list, self.objects, self.root) = (list, objects, root)
      guard case .uid(let number)? = root["$class"], objects.indices.contains(number),
        let described = Self.members(of: list.object(objects[number]), in: list),
        case .text(let className)? = described["$classname"]
      else { return nil }
      self.className = className
    }

    /// A text of the root; nil where there is none.
    func text(_ name: String) -> String? { root[name].flatMap(text) }

    /// A moment of the root, in seconds since 2001; nil where there is none.
    func time(_ name: String) -> Double? {
      guard let date = root[name].flatMap(object), case .real(let seconds)? = date["NS.time"] else { return nil }
      return seconds
    }

    /// The texts of a dictionary of the root, by their names; what is no text is left out.
    func texts(_ name: String) -> [(name: String, value: String)] {
      guard let dictionary = root[name].flatMap(object), case .array(let keys)? = dictionary["NS.keys"],
        case .array(let values)? = dictionary["NS.objects"]
      else { return [] }
      // One text can stand for many: what a library wrote has a few, and short ones.
      return zip(keys, values).prefix(64).compactMap { key, value in
        guard let name = list.object(key).flatMap(text), let value = list.object(value).flatMap(text) else {
          return nil
        }
        return (name, value)
      }
    }

    /// What a reference stands for, where that is a text.
    private func text(_ reference: BinaryPropertyList.Object) -> String? {
      guard case .uid(let number) = reference, objects.indices.contains(number) else { return nil }
      switch list.object(objects[number]) {
      case .text("$null")?: return nil
      case .text(let text)?: return text
      // A text that could be changed is an object that has it.
      case .dictionary?:
        guard case .text(let text)? = object(reference)?["NS.string"] else { return nil }
        return text
      default: return nil
      }
    }

    private func object(_ reference: BinaryPropertyList.Object) -> Members? {
      guard case .uid(let number) = reference, objects.indices.contains(number) else { return nil }
      return Self.members(of: list.object(objects[number]), in: list)
    }

    private static func members(of object: BinaryPropertyList.Object?, in list: BinaryPropertyList) -> Members? {
      guard case .dictionary(let pairs)? = object else { return nil }
      var members = Members()
      for pair in pairs {
        guard case .text(let name)? = list.object(pair.key), let value = list.object(pair.value) else { continue }
        members[name] = value
      }
      return members
    }
  }
#endif
