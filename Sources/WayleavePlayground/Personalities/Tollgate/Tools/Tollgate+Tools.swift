import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `/tollgate/mcp`: the API with tools, up to the message.
///
/// MCP 2025-11-25 and 2026-07-28, Transports, Streamable HTTP; Authorization.
extension Tollgate {
  func tools(_ visit: Visit) -> ResponseMessage {
    // "Servers MUST validate the Origin header": a page of elsewhere could use the tools of the person who reads it.
    guard !visit.isOfAnotherSite(than: context.address.origin) else {
      return .text(.forbidden, "The API with tools is not for pages of other sites.\n")
    }
    let ways = visit.ways
    if ways.contains(.openInitialize), visit.request.head.headerFields[.authorization] == nil,
      (try? JSON(decoding: visit.request.body))?["method"] == "initialize"
    {
      return answerTools(visit, for: nil)
    }
    let demand = TollgateDemand(
      resource: offer.tools, aliases: offer.toolsAliases,
      namesMetadata: ways.isDisjoint(with: [.rootMetadata, .originIsServer]), namesScopes: true,
      scopes: [TollgateOffer.toolScope])
    var response = admit(visit, wanting: demand) { answerTools(visit, for: $0) }
    guard response.head.status == .unauthorized else { return response }
    if ways.contains(.otherSchemeFirst) {
      response.head.headerFields[values: .wwwAuthenticate].insert("Negotiate", at: 0)
    }
    if ways.contains(.noChallenge) { response.head.headerFields[values: .wwwAuthenticate] = [] }
    return response
  }

  private func answerTools(_ visit: Visit, for token: TollgateAccessToken?) -> ResponseMessage {
    let fields = visit.request.head.headerFields
    if visit.request.head.method == .delete { return endToolSession(visit, for: token) }
    guard fields[.contentType].map(ContentType.essence(of:)) == ContentType.json else {
      return .text(.unsupportedMediaType, "A message is application/json.\n")
    }
    let taken = (fields[.accept] ?? "").split(separator: ",").map { ContentType.essence(of: String($0)) }
    guard taken.contains(ContentType.json), taken.contains(Self.eventStream) else {
      return .text(.notAcceptable, "Accept names application/json and text/event-stream, both.\n")
    }
    guard let json = try? JSON(decoding: visit.request.body) else {
      return ToolFailure.unreadable.response("This is no JSON.")
    }
    if let version = fields["MCP-Protocol-Version"], !ToolSession.allVersions.contains(where: version.hasSameBytes) {
      return ToolFailure.unknownVersion.response(
        "This revision of the protocol is not spoken.", to: json["id"],
        data: ["supported": JSON(ToolSession.allVersions), "requested": .string(version)])
    }
    let messages = (json.array ?? [json]).map { ToolMessage($0) }
    guard !messages.isEmpty, !messages.contains(where: { $0 == nil }) else {
      return ToolFailure.invalidRequest.response("This is no message of JSON-RPC 2.0.")
    }
    return answer(messages.compactMap(\.self), isBatch: json.array != nil, for: token, visit)
  }

  private func answer(
    _ messages: [ToolMessage], isBatch: Bool, for token: TollgateAccessToken?, _ visit: Visit
  ) -> ResponseMessage {
    let version = visit.request.head.headerFields["MCP-Protocol-Version"]
    if let message = messages.first, !isBatch {
      if version?.hasSameBytes(as: ToolSession.versionWithoutSession) == true {
        return answerWithoutSession(message, for: token, visit)
      }
      if message.method == "initialize" { return beginToolSession(message, for: token, visit) }
    }
    guard let id = visit.request.head.headerFields["Mcp-Session-Id"] else {
      return ToolFailure.invalidRequest.response("Mcp-Session-Id is missing.", to: messages.first?.id)
    }
    guard let session = toolSession(Secret(id), of: token, visit) else {
      return ToolFailure.invalidRequest.response(
        "This session is not known.", to: messages.first?.id, status: .notFound)
    }
    guard version?.hasSameBytes(as: session.version) ?? true else {
      return ToolFailure.invalidRequest.response("This session has another revision.", to: messages.first?.id)
    }
    // Several messages at once are of 2025-03-26 alone.
    guard !isBatch || session.version == ToolSession.versions.first else {
      return ToolFailure.invalidRequest.response("Send one message.")
    }
    if let message = messages.first, !isBatch { return answer(message, for: token, visit) }
    let answers = messages.compactMap { reply(to: $0) }
    guard !answers.isEmpty else { return ResponseMessage(HTTPResponse(status: .accepted)) }
    return ResponseMessage(.ok, json: .array(answers))
  }

  /// The answer to one message: JSON, or a stream where the sender follows the progress.
  private func answer(
    _ message: ToolMessage, for token: TollgateAccessToken?, isWithoutSession: Bool = false, _ visit: Visit
  ) -> ResponseMessage {
    if visit.ways.contains(.stepUp), isCount(message), let token,
      !token.access.scopes.contains(where: TollgateOffer.countScope.hasSameBytes)
    {
      return refuseCount(token, visit)
    }
    guard let reply = reply(to: message, isWithoutSession: isWithoutSession) else {
      return ResponseMessage(HTTPResponse(status: .accepted))
    }
    if isWithoutSession, reply["error"]?["code"] == JSON(ToolFailure.unknownMethod.rawValue) {
      return ResponseMessage(.notFound, json: reply)
    }
    let progress = reply["error"] == nil ? progress(of: message) : []
    guard !progress.isEmpty else { return ResponseMessage(.ok, json: reply) }
    let events = (progress + [reply]).map { "event: message\ndata: \($0.encodedText())\n\n" }
    return .text(.ok, events.joined(), type: Self.eventStream)
  }

  /// RFC 6750 §3.1. MCP 2025-11-25, Authorization, Runtime Insufficient Scope Errors: the missing scope alone.
  private func refuseCount(_ token: TollgateAccessToken, _ visit: Visit) -> ResponseMessage {
    context.note(.refused, visit, client: token.clientID, reason: ResourceChallenge.Failure.insufficientScope.rawValue)
    return ResourceChallenge(
      .insufficientScope, type: token.confirmation.tokenType, scopes: [TollgateOffer.countScope],
      resourceMetadata: Self.metadataAddress(of: offer.tools)
    ).response()
  }

  /// MCP 2026-07-28: each request names the revision and itself, in the header and in the message alike.
  private func answerWithoutSession(
    _ message: ToolMessage, for token: TollgateAccessToken?, _ visit: Visit
  ) -> ResponseMessage {
    let fields = visit.request.head.headerFields
    let named = message.meta?["io.modelcontextprotocol/protocolVersion"]?.string
    guard message.id == nil || named?.hasSameBytes(as: ToolSession.versionWithoutSession) == true else {
      return ToolFailure.headerMismatch.response("Header and message name another revision.", to: message.id)
    }
    guard message.method.map({ fields["Mcp-Method"]?.hasSameBytes(as: $0) ?? false }) ?? true else {
      return ToolFailure.headerMismatch.response("Mcp-Method is not the method of the message.", to: message.id)
    }
    let name = message.method == "tools/call" ? message.params["name"]?.string : nil
    guard name.map({ fields["Mcp-Name"]?.hasSameBytes(as: $0) ?? false }) ?? true else {
      return ToolFailure.headerMismatch.response("Mcp-Name is not the name in the message.", to: message.id)
    }
    return answer(message, for: token, isWithoutSession: true, visit)
  }

  private func beginToolSession(
    _ message: ToolMessage, for token: TollgateAccessToken?, _ visit: Visit
  ) -> ResponseMessage {
    guard message.id != nil else { return ToolFailure.invalidRequest.response("“initialize” is a request.") }
    let asked = message.params["protocolVersion"]?.string
    guard let asked else {
      return ToolFailure.invalidParameters.response("“protocolVersion” is missing.", to: message.id, status: .ok)
    }
    // "Otherwise, the server MUST respond with another protocol version it supports."
    let version = ToolSession.versions.first(where: asked.hasSameBytes) ?? ToolSession.versions.last ?? asked
    let id = context.drawSecret()
    state.toolSessions.insertDroppingOldest(
      ToolSession(version: version, owner: token.map(Self.owner)), for: id, until: visit.now + ToolSession.lifetime,
      at: visit.now)
    var members = Self.description
    members["protocolVersion"] = .string(version)
    members["serverInfo"] = Self.serverInfo
    var response = ResponseMessage(.ok, json: Self.reply(to: message, .object(members)))
    response.head.headerFields["Mcp-Session-Id"] = id.exposedText
    return response
  }

  private func endToolSession(_ visit: Visit, for token: TollgateAccessToken?) -> ResponseMessage {
    guard let id = visit.request.head.headerFields["Mcp-Session-Id"] else {
      return .text(.badRequest, "Mcp-Session-Id is missing.\n")
    }
    guard toolSession(Secret(id), of: token, visit) != nil else {
      return .text(.notFound, "This session is not known.\n")
    }
    _ = state.toolSessions.take(Secret(id), at: visit.now)
    return ResponseMessage(HTTPResponse(status: .noContent))
  }

  /// A session, for the one who began it.
  private func toolSession(_ id: Secret, of token: TollgateAccessToken?, _ visit: Visit) -> ToolSession? {
    guard let session = state.toolSessions.value(for: id, at: visit.now),
      session.owner == nil || session.owner == token.map(Self.owner)
    else { return nil }
    return session
  }

  private static func owner(_ token: TollgateAccessToken) -> ToolSession.Owner {
    ToolSession.Owner(clientID: token.clientID, subject: token.subject)
  }

  private static let eventStream = "text/event-stream"
}
