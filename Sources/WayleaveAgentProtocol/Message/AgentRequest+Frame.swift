/// How requests are written and read.
extension AgentRequest {
  private enum Kind: UInt8 {
    case token = 1
    case authorize = 2
    case echo = 3
    case reverseAuth = 4
    case status = 6
    case lock = 7
    case unlock = 8
    case grants = 9
    case allow = 10
    case revoke = 11
    case stop = 12
    case answer = 13
    case answered = 14
    case login = 15
  }

  package var frame: AgentFrame {
    let (kind, fields) = parts
    let asking = canAsk ? [AgentField(.canAsk, [])] : []
    return AgentFrame(kind: kind.rawValue, fields: fields + asking)
  }

  package init(reading frame: AgentFrame) throws(AgentProtocolError) {
    guard let kind = Kind(rawValue: frame.kind) else { throw .unknownKind(frame.kind) }
    var reader = FieldReader(frame.fields)
    canAsk = try reader.flag(.canAsk)
    wish = try Self.wish(of: kind, &reader)
    try reader.end()
  }

  private var parts: (Kind, [AgentField]) {
    switch wish {
    case .token(let account, let lifetime, let form):
      let seconds = lifetime.map { AgentField(.minimumLifetime, $0) }
      return (
        .token, Self.named(account) + [seconds, form.map { AgentField(.form, [$0.rawValue]) }].compactMap(\.self)
      )
    case .authorize(let account, let message): return (.authorize, Self.named(account) + message.written)
    case .answered(let message, let response, let credential):
      return (.answered, message.written + response.written + credential.written)
    case .login(let account, let user, let origin):
      let named = user.map { [AgentField(.user, $0)] } ?? []
      return (.login, Self.named(account) + named + [AgentField(.url, origin)])
    case .echo(let account, let url): return (.echo, Self.named(account) + [AgentField(.url, url)])
    case .reverseAuth(let account, let parameters):
      return (.reverseAuth, Self.named(account) + [AgentField(.parameters, parameters)])
    case .unlock(let passphrase): return (.unlock, passphrase.map { [AgentField(.passphrase, $0.bytes)] } ?? [])
    case .allow(let program, let account, let scope, let minutes):
      return (
        .allow,
        [AgentField(.program, program), AgentField(.account, account), AgentField(.scope, [scope.rawValue])]
          + [minutes.map { AgentField(.minutes, $0) }].compactMap(\.self)
      )
    case .revoke(let grant): return (.revoke, [AgentField(.grant, grant)])
    case .answer(let question, let decision):
      return (.answer, [AgentField(.question, question), AgentField(.decision, [decision.rawValue])])
    case .status: return (.status, [])
    case .lock: return (.lock, [])
    case .grants: return (.grants, [])
    case .stop: return (.stop, [])
    }
  }

  private static func named(_ account: String?) -> [AgentField] { account.map { [AgentField(.account, $0)] } ?? [] }

  private static func wish(of kind: Kind, _ reader: inout FieldReader) throws(AgentProtocolError) -> Wish {
    switch kind {
    case .token:
      return .token(
        account: try reader.text(.account), minimumLifetime: try reader.number(.minimumLifetime),
        form: try reader.choice(.form, of: TokenForm.self))
    case .authorize: return .authorize(account: try reader.text(.account), try AgentMessage(reading: &reader))
    case .answered:
      return .answered(
        try AgentMessage(reading: &reader), try AgentResponse(reading: &reader),
        try AgentCredential.read(&reader).required())
    case .login:
      return .login(
        account: try reader.text(.account), user: try reader.text(.user), origin: try reader.text(.url).required())
    case .echo: return .echo(account: try reader.text(.account), url: try reader.text(.url).required())
    case .reverseAuth:
      return .reverseAuth(account: try reader.text(.account), parameters: try reader.text(.parameters).required())
    case .unlock: return .unlock(try reader.bytes(.passphrase).map { AgentPassphrase(Array($0)) })
    case .allow:
      let minutes = try reader.number(.minutes)
      guard minutes != 0 else { throw .malformed }
      return .allow(
        program: try reader.text(.program).required(), account: try reader.text(.account).required(),
        try reader.choice(.scope, of: AgentScope.self).required(), minutes: minutes)
    case .revoke: return .revoke(grant: try reader.text(.grant).required())
    case .answer:
      return .answer(
        question: try reader.number(.question).required(),
        try reader.choice(.decision, of: AgentDecision.self).required())
    case .status: return .status
    case .lock: return .lock
    case .grants: return .grants
    case .stop: return .stop
    }
  }
}

extension AgentMessage {
  var written: [AgentField] {
    [AgentField(.method, method), AgentField(.url, url)] + fields.map(\.field)
      + (body.map { [AgentField(.body, $0)] } ?? [])
  }

  init(reading reader: inout FieldReader) throws(AgentProtocolError) {
    method = try reader.text(.method).required()
    url = try reader.text(.url).required()
    fields = try reader.pairs()
    body = try reader.bytes(.body).map(Array.init)
  }
}
