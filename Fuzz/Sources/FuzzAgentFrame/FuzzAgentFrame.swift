import WayleaveAgentProtocol

/// What programs and the agent say to each other: whatever is read is written, and read again as it was, and it is no
/// longer than the frame that brought it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAgentFrame(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let body = Array(UnsafeBufferPointer(start: start, count: count))
  if let length = try? AgentFrame.length(reading: body) {
    precondition(length <= AgentFrame.maximumLength, "a length that no frame has")
  }
  guard let frame = try? AgentFrame(reading: body[...]) else { return 0 }
  guard let bytes = frame.bytes else { preconditionFailure("what was read cannot be written") }
  precondition(bytes.dropFirst(AgentFrame.lengthSize).elementsEqual(body), "a frame is not written as it was read")
  precondition((try? AgentFrame.length(reading: bytes)) == count, "a frame says another length than its own")
  let request = try? AgentRequest(reading: frame)
  let answer = try? AgentAnswer(reading: frame)
  precondition(request == nil || answer == nil, "a request that is an answer")
  if let request {
    check(request.frame, as: frame)
    precondition((try? AgentRequest(reading: request.frame)) == request, "a request is not read again as it was")
  }
  if let answer {
    check(answer.frame, as: frame)
    precondition((try? AgentAnswer(reading: answer.frame)) == answer, "an answer is not read again as it was")
    if case .question = answer { precondition(AgentAnswer.isQuestion(kind: frame.kind), "a question that is none") }
  }
  return 0
}

/// A message has every byte of its frame, and none in addition; only the order of the fields may differ.
private func check(_ written: AgentFrame, as read: AgentFrame) {
  precondition(written.kind == read.kind, "a message of another kind")
  precondition(written.bytes?.sorted() == read.bytes?.sorted(), "a message with other bytes than its frame")
}
