import WayleaveWire

/// Compressed answers: whatever comes, no more is made of them than was allowed, and a smaller limit changes only the end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInflate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  for isGzip in [true, false] {
    let whole = made(of: input, isGzip, atMost: 65536)
    for limit in [0, 1, 100, 4096] {
      let some = made(of: input, isGzip, atMost: limit)
      precondition(some.elementsEqual(whole.prefix(limit)), "the limit changes what is made")
    }
  }
  return 0
}

private func made(of input: [UInt8], _ isGzip: Bool, atMost limit: Int) -> [UInt8] {
  var inflate = Inflate(input, maximumSize: limit)
  if isGzip { try? inflate.gzip() } else { try? inflate.deflate() }
  precondition(inflate.output.count <= limit, "more than was allowed")
  return inflate.output
}
