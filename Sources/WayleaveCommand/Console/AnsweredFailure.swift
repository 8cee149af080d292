/// A failure that stands in the answer already: only the exit code is left to give.
struct AnsweredFailure: Error {
  let status: Int32
}
