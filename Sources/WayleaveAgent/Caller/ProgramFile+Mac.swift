#if os(macOS)
  import CWayleaveSystem
  import WayleaveSystem

  // What WayleaveSystem has by proc(5) for the other systems. It stands here because C calls the system: Swift's module of
  // Darwin need not have libproc.h.
  extension ProgramFile {
    /// The file at the path of a process's program; throws where there is none, or the process is gone or hidden.
    ///
    /// Whether the process runs what stands there now, the path does not say.
    static func ofProcess(_ process: Int32) throws(SystemError) -> ProgramFile { try at(path(ofProcess: process)) }

    /// Opens the file at the path of a process's program.
    static func open(ofProcess process: Int32) throws(SystemError) -> FileDescriptor {
      try FileDescriptor(reading: path(ofProcess: process))
    }

    /// The process that started a process, or adopted it; nil where that cannot be seen.
    static func parent(of process: Int32) -> Int32? { status(ofProcess: process)?.parent }

    /// The user in whose name a process acts; nil where there is no such process.
    static func user(ofProcess process: Int32) -> UInt32? { status(ofProcess: process)?.user }

    /// When a process began, which no other one with its number shares; nil where there is no such process.
    static func beginning(ofProcess process: Int32) -> FileTime? {
      status(ofProcess: process).map {
        FileTime(seconds: Int64($0.seconds), nanoseconds: Int64($0.microseconds) * 1000)
      }
    }

    private static func path(ofProcess process: Int32) throws(SystemError) -> String {
      var buffer = [CChar](repeating: 0, count: Int(WAYLEAVE_LONGEST_PATH))
      try SystemError.check("proc_pidpath") { () -> Int32 in wayleave_program_path(process, &buffer) }
      return buffer.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func status(ofProcess process: Int32) -> wayleave_process_status? {
      var status = wayleave_process_status()
      return wayleave_look_at(process, &status) == 0 ? status : nil
    }
  }
#endif
