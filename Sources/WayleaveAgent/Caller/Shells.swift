import WayleaveSystem

/// The shells of a system, by the names of their files.
struct Shells: Sendable {
  private let names: Set<String>

  /// Reads shells(5): a path on each line, and remarks behind “#”. A path may lead to a file of another name.
  init(reading text: String, realPath: (String) -> String? = ProgramFile.realPath) {
    let paths = text.split(whereSeparator: \.isNewline).compactMap { line in
      line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
    names = Set((paths + paths.compactMap(realPath)).map(Self.name))
  }

  /// Those of this system; none where it names none.
  static var ofSystem: Shells {
    let bytes = (try? FileDescriptor(reading: "/etc/shells").readAll(limit: 65536)) ?? []
    return Shells(reading: String(decoding: bytes, as: UTF8.self))
  }

  /// Whether a program is one of them.
  func contains(_ program: ProgramFile) -> Bool { names.contains(program.name) }

  private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
}
