import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What a test asks of a playground from outside: its journal, its faults, its clock, and a new beginning.
///
/// A web page must not be able to do that: see ``guarded(_:)``.
final class Control {
  let context: TenantContext
  /// Where clients are registered.
  let entries: Entries?

  init(context: TenantContext, entries: Entries?) {
    self.context = context
    self.entries = entries
  }

  var routes: [Route] {
    [
      Route(OwnPath.journal.rawValue, [.get, .delete], answer: guarded(journal)),
      Route(OwnPath.faults.rawValue, [.get, .put, .delete], answer: guarded(faults)),
      Route(OwnPath.clock.rawValue, [.get, .post], answer: guarded(clock)),
      Route(OwnPath.clients.rawValue, [.get, .put, .delete], answer: guarded(clients)),
      Route(OwnPath.reset.rawValue, [.post], answer: guarded(reset)),
    ]
  }

  /// Refuses what a browser sends for a page of another site.
  ///
  /// The host was compared before, so that no other name leads here.
  private func guarded(_ answer: @escaping (Visit) -> ResponseMessage) -> (Visit) -> ResponseMessage {
    { [context] visit in
      guard !visit.isOfAnotherSite(than: context.address.origin) else {
        return Self.refusal(.forbidden, "foreign_origin", "A page of another site cannot control the playground.")
      }
      return answer(visit)
    }
  }

  private func journal(_ visit: Visit) -> ResponseMessage {
    if visit.request.head.method == .delete {
      context.journal = RecentValues(capacity: TenantContext.journalCapacity)
      return Self.done
    }
    let wanted = { (name: String) in try? visit.query.nonEmptyText(of: name) }
    let (path, client, method) = (wanted("path"), wanted("client"), wanted("method"))
    let isFiltered = path != nil || client != nil || method != nil
    let entries = context.journal.numbered.filter { _, entry in
      (path.map(entry.path.hasSameBytes) ?? true)
        && (client.map { entry.request.namedClient?.text.hasSameBytes(as: $0) ?? false } ?? true)
        && (method.map { entry.request.head.method.rawValue.hasSameBytes(as: $0) } ?? true)
    }
    return ResponseMessage(
      .ok,
      json: [
        "total": JSON(Int64(context.journal.total)),
        "requests": .array(entries.map { $0.value.json(number: $0.number) }),
        "events": .array((isFiltered ? entries.flatMap(\.value.events) : context.log).map(\.json)),
      ])
  }

  private func faults(_ visit: Visit) -> ResponseMessage {
    switch visit.request.head.method {
    case .delete:
      context.faults.use(Faults())
      return Self.done
    case .put:
      do throws(OAuthError) { context.faults.use(try Faults(json: JSON(decoding: visit.request.body))) } catch {
        return Self.refusal(
          .badRequest, "invalid_faults", error.message, expected: error.expected, member: error.member)
      }
      return ResponseMessage(.ok, json: context.faults.json)
    default: return ResponseMessage(.ok, json: context.faults.json)
    }
  }

  private func clock(_ visit: Visit) -> ResponseMessage {
    if visit.request.head.method == .post {
      do throws(OAuthError) { try context.clock.change(by: JSON(decoding: visit.request.body)) } catch {
        return Self.refusal(.badRequest, "invalid_clock", error.message, expected: error.expected)
      }
    }
    return ResponseMessage(
      .ok, json: ["now": JSON(context.now.secondsSinceEpoch), "time": .string(context.now.description)])
  }

  private func reset(_ visit: Visit) -> ResponseMessage {
    context.isToBeReset = true
    return Self.done
  }

  static var done: ResponseMessage { ResponseMessage(HTTPResponse(status: .noContent)) }

  static func refusal(
    _ status: HTTPResponse.Status, _ word: String, _ sentence: String, expected: String? = nil,
    member: String? = nil
  ) -> ResponseMessage {
    var members: JSON.Object = JSON.Object()
    members["error"] = .string(word)
    members["error_description"] = .string(sentence)
    members["expected"] = expected.map(JSON.string)
    members["member"] = member.map(JSON.string)
    return ResponseMessage(status, json: .object(members))
  }
}
