import HTTPTypes

extension ResponseMessage {
  /// Undoes the codings gzip and deflate, which come from some servers although no one asked for them; returns why the
  /// body is not whole then, and nil where it is.
  ///
  /// RFC 9110 §8.4. Of a body no more than `maximumSize` bytes are made: 200 KB can hide 200 MB. What could be read of one
  /// that is not whole is kept. Another coding stays, named by its field, and ``requireDirectAnswer()`` refuses it. A body
  /// that is said to be in gzip and does not begin so is taken as it is: on its way it was undone already.
  package mutating func undoContentCoding(maximumSize: Int) -> Inflate.Fault? {
    var codings = contentCodings
    // Nothing that is meant well is packed more often.
    guard !codings.isEmpty, codings.count <= 2 else { return nil }
    var fault: Inflate.Fault?
    while fault == nil, let coding = codings.last, ["gzip", "x-gzip", "deflate"].contains(coding) {
      codings.removeLast()
      if !body.isEmpty { fault = undo(isGzip: coding != "deflate", maximumSize: maximumSize) }
      // It counted the bytes that came.
      head.headerFields[.contentLength] = nil
    }
    head.headerFields[.contentEncoding] = codings.isEmpty ? nil : codings.joined(separator: ", ")
    return fault
  }

  private mutating func undo(isGzip: Bool, maximumSize: Int) -> Inflate.Fault? {
    guard !isGzip || Inflate.isGzip(body) else { return nil }
    var inflate = Inflate(body, maximumSize: maximumSize)
    defer { body = inflate.output }
    do throws(Inflate.Fault) {
      if isGzip { try inflate.gzip() } else { try inflate.deflate() }
      return nil
    } catch { return error }
  }

  /// The codings of the body in lower case, in the order in which they were applied, without those that are none.
  ///
  /// "All content codings are case-insensitive": RFC 9110 §8.4.1. An empty name and that of a charset are mistakes of
  /// servers, and change nothing of the body.
  package var contentCodings: [String] {
    guard head.headerFields.contains(.contentEncoding) else { return [] }
    return head.headerFields[values: .contentEncoding].flatMap { $0.split(separator: ",") }
      .map { String(decoding: $0.utf8.filter { $0 != 0x20 && $0 != 0x09 }.map(\.lowercased), as: UTF8.self) }
      .filter { !["", "identity", "none", "utf-8", "utf8"].contains($0) }
  }
}
