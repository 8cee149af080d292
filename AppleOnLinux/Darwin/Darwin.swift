@_exported import Darwin

// What Apple's module Darwin has in Swift, since C has it as a macro or with a variable number of arguments. It is
// compiled by Scripts/check-apple alone, and never runs.

public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}

public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { .allocate(capacity: 0) }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }

public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ place: UnsafeMutableRawPointer) -> Int32 { -1 }

public func ioctl(_ descriptor: Int32, _ request: CUnsignedLong) -> Int32 { -1 }
public func ioctl(_ descriptor: Int32, _ request: CUnsignedLong, _ value: Int32) -> Int32 { -1 }
public func ioctl(_ descriptor: Int32, _ request: CUnsignedLong, _ place: UnsafeMutableRawPointer) -> Int32 { -1 }

public var TIOCGWINSZ: CUnsignedLong { 0x4008_7468 }

public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }

public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
