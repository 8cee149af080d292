import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// Questions to the person.
extension Agent {
  /// How long a person may think.
  static let patience = Duration.seconds(60)

  /// Asks the person, or waits for the answer to the same question; throws `agent.denied` where no one can be asked.
  ///
  /// `isParent` says that the program did not ask itself: it has started ours.
  mutating func ask(
    _ key: QuestionKey, of program: ProgramFile, isParent: Bool = false, named name: String, for request: Waiting,
    on connection: Int
  ) throws(OAuthError) {
    if let question = questions[key] {
      waiting[connection]?.question = question.id
      return
    }
    let time = surroundings.elapsed()
    let canAsk = request.caller.isOwn && request.request.canAsk
    let isDenied = !canAsk && notifications.isDenied(key, at: time)
    guard canAsk || (surroundings.canNotify() && !isDenied) else {
      throw denied(key.program, key.scope, named: name, to: request, isAsked: isDenied)
    }
    var random = SystemRandomNumberGenerator()
    let question = Question(
      id: random.next(), asker: canAsk ? connection : nil, deadline: canAsk ? time + Self.patience : nil, name: name)
    let sentence = sentence(key, of: program, isParent: isParent, named: name)
    guard canAsk || notifications.add(question.id, sentence + Self.lengthOfAllow(key.minutes)) else {
      throw denied(key.program, key.scope, named: name, to: request, isAsked: false)
    }
    questions[key] = question
    waiting[connection]?.question = question.id
    if canAsk { put(.question(id: question.id, sentence: sentence), on: connection) } else { showNextQuestion() }
  }

  /// Shows the next notification, when none is shown.
  mutating func showNextQuestion() {
    guard let (id, sentence) = notifications.next() else { return }
    let deadline = surroundings.elapsed() + Self.patience
    if let key = questions.first(where: { $0.value.id == id })?.key { questions[key]?.deadline = deadline }
    surroundings.begin(.ask(question: id, sentence: sentence))
  }

  /// Ends the questions of the desktop for which no program waits any more.
  mutating func endUnaskedQuestions() {
    guard !questions.isEmpty else { return }
    let asked = Set(waiting.values.compactMap(\.question))
    for (key, question) in questions where question.asker == nil && !asked.contains(question.id) {
      questions[key] = nil
      notifications.forget(question.id)
    }
  }

  /// The refusal; a program of others reads only the name that it sent, and not whether the person was asked.
  func denied(
    _ program: String, _ scope: AgentScope, named name: String?, to request: Waiting, isAsked: Bool
  ) -> OAuthError {
    let isOwn = request.caller.isOwn
    return .agentDenied(
      program, scope, account: isOwn ? name : request.request.wish.account, isAsked: isOwn ? isAsked : nil)
  }

  /// Takes the answer of a person at a terminal; only our own program may bring it, and only on the connection of the
  /// question.
  mutating func receive(_ decision: AgentDecision, to question: UInt64, from caller: Caller, on connection: Int) {
    let found = questions.values.first { $0.id == question }
    guard caller.isOwn, caller.isUnchanged, let found, found.asker == connection else {
      forget(connection)
      return end(connection)
    }
    // Not that of the person: a program can have a terminal of its own.
    decide(question, decision, by: "an answer at the terminal of process \(caller.program.process)")
  }

  /// Ends a question: those who wait for it go on.
  mutating func decide(_ id: UInt64, _ decision: AgentDecision, by person: String) {
    guard let (key, question) = questions.first(where: { $0.value.id == id }) else { return }
    questions[key] = nil
    notifications.forget(id)
    if decision == .no, question.asker == nil { notifications.deny(key, at: surroundings.elapsed()) }
    let askers = waiting.filter { $0.value.question == id }.map(\.key).sorted()
    if decision != .no, let first = askers.first.flatMap({ waiting[$0] }) {
      // Where less than ten minutes was asked for, ten are not given.
      let minutes = decision == .tenMinutes ? min(10, key.minutes ?? 10) : key.minutes
      add(key, until: minutes.map { surroundings.elapsed() + .seconds(60 * $0) })
      let length = minutes.map { ", for \(AgentText.length(minutes: $0))" } ?? ""
      note(first, account: question.name, .allowed, by: person + length)
    }
    for connection in askers {
      waiting[connection]?.question = nil
      waiting[connection]?.decision = decision
    }
    for connection in askers { advance(connection) }
  }

  /// Ends the questions to which no answer came in time.
  mutating func endQuestions(at time: ContinuousClock.Instant) {
    for question in questions.values where question.deadline.map({ $0 <= time }) ?? false {
      decide(question.id, .no, by: "no answer in time")
    }
  }

  /// Adds a grant; one that does not end is saved.
  mutating func add(_ key: QuestionKey, until end: ContinuousClock.Instant?) {
    var random = SystemRandomNumberGenerator()
    let id = RandomText.bytes(4, using: &random).hexadecimal
    let grant = Grant(
      id: id, program: key.program, hash: key.hash, account: key.account, enrollment: key.enrollment,
      scope: key.scope, since: surroundings.now(), until: end)
    let replaced = grants.add(grant)
    guard case .open(let store) = state else { return }
    if !replaced.isEmpty { surroundings.begin(.remove(replaced, store.vaults.grants)) }
    if end == nil { surroundings.begin(.save(grant, store.vaults.grants)) }
  }

  /// What a notification adds: its button has no room to say for how long it is.
  private static func lengthOfAllow(_ minutes: UInt64?) -> String {
    minutes == nil ? " “Allow” counts until you revoke it." : ""
  }

  private func sentence(_ key: QuestionKey, of program: ProgramFile, isParent: Bool, named name: String) -> String {
    let shown = DisplayText.quoted(DisplayText.shortPath(key.program))
    var sentences = [key.scope.sentence(shown, account: DisplayText.quoted(name), minutes: key.minutes)]
    if program.isInterpreter || surroundings.shells.contains(program) {
      sentences.append("\(DisplayText.quoted(program.name)) runs many programs: this allows all of them.")
    } else if isParent {
      sentences.append("\(DisplayText.quoted(program.name)) started wayleave: this allows whatever it runs.")
    }
    if grants.isReplaced(key.program, hash: key.hash, key.account, key.scope) {
      sentences.append("The program was replaced since you allowed it.")
    }
    return sentences.joined(separator: " ")
  }
}

extension DisplayText {
  /// A path for a question: of a long one the middle is left out, so that the name of the program is seen.
  static func shortPath(_ path: String) -> String {
    let (whole, half) = (200, 98)
    guard path.unicodeScalars.count > whole else { return path }
    return String(path.unicodeScalars.prefix(half)) + "…" + String(path.unicodeScalars.suffix(half))
  }

  /// A text of others in quotation marks, of which none in it looks like the end: behind that, it could say anything in
  /// the words of a question.
  static func quoted(_ text: String) -> String {
    let cleaned = clean(text).unicodeScalars.reduce(into: "") { cleaned, scalar in
      if "\"“”„‟«»＂〝〞〟".unicodeScalars.contains(scalar) {
        cleaned += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        cleaned.unicodeScalars.append(scalar)
      }
    }
    return "“\(cleaned)”"
  }
}
