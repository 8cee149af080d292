import CWayleaveSystem
import WayleaveAgentProtocol
import WayleavePlain
import WayleaveSystem

/// An access token that the agent gives.
enum AgentToken {
  /// Prints it and ends the process; returns where there is no agent, or something to say or to ask.
  static func give(_ words: PlainCommand.Words) {
    // What is printed on a terminal needs a warning, so the full program asks.
    guard !FileDescriptor.standardOutput.isTerminal, FileDescriptor.areStandardStreamsOpen,
      let folder = RuntimeFolder.path(),
      let connection = try? AgentConnection(in: folder, withinMilliseconds: AgentPatience.wholeAnswer)
    else { return }
    ThisProcess.refuseCoreFiles()
    let request = AgentRequest(words.wish, canAsk: FileDescriptor.standardInput.isTerminal)
    let answer: AgentAnswer
    do throws(AgentConnectionError) {
      answer = try connection.ask(request, hideMemory: { _ = wayleave_hide_memory() })
    } catch {
      // The full program would wait as long again.
      if error == .timedOut { HandedAnswer.leave(.failure(.noAnswer(in: folder))) }
      return
    }
    switch answer {
    // A name with other letters is spelled as the user's locale can show it.
    case .text(let bytes) where bytes.allSatisfy({ $0 < 0x80 }): Answer.give(bytes)
    // The full program asks again, and puts the question.
    case .text, .question: break
    default: HandedAnswer.leave(answer)
    }
  }
}

extension PlainCommand.Words {
  fileprivate var wish: AgentRequest.Wish {
    .token(
      account: AccountVariable.account(typed: name), minimumLifetime: minimumLifetime.map(UInt64.init),
      form: isJSON ? nil : .plain)
  }
}
