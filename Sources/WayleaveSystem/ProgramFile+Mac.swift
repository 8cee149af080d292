#if os(macOS)
  import Darwin

  extension ProgramFile {
    /// The file at the path of a process's program; throws where there is none, or the process is gone or hidden.
    ///
    /// Whether the process runs what stands there now, the path does not say.
    package static func ofProcess(_ process: Int32) throws(SystemError) -> ProgramFile {
      try at(path(ofProcess: process))
    }

    /// Opens the file at the path of a process's program.
    package static func open(ofProcess process: Int32) throws(SystemError) -> FileDescriptor {
      try FileDescriptor(reading: path(ofProcess: process))
    }

    /// The process that started a process, or adopted it; nil where that cannot be seen.
    package static func parent(of process: Int32) -> Int32? {
      status(ofProcess: process).map { Int32(bitPattern: $0.pbi_ppid) }
    }

    /// The user in whose name a process acts; nil where there is no such process.
    package static func user(ofProcess process: Int32) -> UInt32? { status(ofProcess: process)?.pbi_uid }

    /// When a process began, which no other one with its number shares; nil where there is no such process.
    package static func beginning(ofProcess process: Int32) -> FileTime? {
      status(ofProcess: process).map {
        FileTime(seconds: Int64($0.pbi_start_tvsec), nanoseconds: Int64($0.pbi_start_tvusec) * 1000)
      }
    }

    private static func path(ofProcess process: Int32) throws(SystemError) -> String {
      // PROC_PIDPATHINFO_MAXSIZE of libproc.h.
      var buffer = [UInt8](repeating: 0, count: 4 * Int(PATH_MAX))
      let count = try SystemError.check("proc_pidpath") { () -> Int32 in
        let count = proc_pidpath(process, &buffer, UInt32(buffer.count))
        return count > 0 ? count : -1
      }
      return String(decoding: buffer.prefix(Int(count)), as: UTF8.self)
    }

    private static func status(ofProcess process: Int32) -> proc_bsdinfo? {
      var status = proc_bsdinfo()
      let size = Int32(MemoryLayout<proc_bsdinfo>.size)
      return proc_pidinfo(process, PROC_PIDTBSDINFO, 0, &status, size) == size ? status : nil
    }
  }
#endif
