/// A failure that stands in the answer already: only the exit code is left to give.
package struct AnsweredFailure: Error {
  package let status: Int32

  package init(status: Int32) { self.status = status }
}
