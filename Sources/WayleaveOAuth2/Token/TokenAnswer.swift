import HTTPTypes
import WayleaveBackport
import WayleaveWire

/// The body of a token endpoint's answer in whichever shape it came, sorted into tokens, refusal and rubbish.
struct TokenAnswer: ~Copyable {
  /// The members, from JSON or from a form; none where the body is neither.
  let members: JSON.LazyObject
  /// Whether the body holds members.
  let isReadable: Bool
  /// Whether the body is JSON by its type.
  let isJSON: Bool
  /// Whether the body is neither JSON called JSON nor anything else that RFC 6749 §5.1 names.
  let isLoose: Bool
  let status: Int
  // One word: most answers are plain, and each is moved.
  private var departure: Departure?

  /// What the entry of the provider reads in the answer, in addition to its members.
  private final class Departure {
    let refusal: ProviderRefusal?
    let expiresAt: Instant?

    init(refusal: ProviderRefusal?, expiresAt: Instant?) {
      self.refusal = refusal
      self.expiresAt = expiresAt
    }
  }

  /// When the token expires, where the provider names the time.
  var expiresAt: Instant? { departure?.expiresAt }

  init(of response: borrowing ResponseMessage) { self.init(of: response, status: response.status) }

  /// The same for a caller that has read the status already.
  init(of response: borrowing ResponseMessage, status: Int) {
    self.status = status
    isJSON = response.isJSON
    if isJSON || response.beginsAsJSON {
      do {
        members = try JSON.LazyObject(decodingAnswer: response.body)
        isReadable = true
      } catch {
        members = JSON.LazyObject(JSON.Object())
        isReadable = false
      }
      isLoose = isReadable && !isJSON
    } else if !response.looksLikeHTML, !response.body.isEmpty, let form = try? Form(decodingAnswer: response.body) {
      let read = Self.members(of: form)
      members = JSON.LazyObject(read ?? JSON.Object())
      isReadable = read != nil
      isLoose = true
    } else {
      members = JSON.LazyObject(JSON.Object())
      isReadable = false
      isLoose = false
    }
  }

  /// What the provider says against it, in whichever of the known shapes.
  var refusal: ProviderRefusal? { departure?.refusal ?? ProviderRefusal.find(in: members, status: status) }

  /// A refusal for an answer whose status says no and whose body has none of the known shapes: a word in `error_code`, as
  /// Supabase has it; a sentence in one of its members, or the first words of a page or a text.
  func unreadableRefusal(of response: borrowing ResponseMessage) -> ProviderRefusal {
    let word = members["error_code"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let sentence =
      members["error_description"]?.string ?? members["message"]?.string ?? members["msg"]?.string
      ?? members["detail"]?.string
    return ProviderRefusal(
      error: word ?? "http_\(status)", description: sentence ?? response.firstLine, status: status)
  }

  /// The answer with its members where RFC 6749 §5.1 has them.
  consuming func reshaped(by dialect: TokenAnswerDialect) -> TokenAnswer {
    let told = members.object
    let object = dialect.standard(told)
    return TokenAnswer(
      members: JSON.LazyObject(dialect.withoutExpiryTime(object)), isReadable: isReadable, isJSON: isJSON,
      isLoose: isLoose, status: status,
      departure: Departure(
        refusal: dialect.refusal(in: .object(told), status: status), expiresAt: dialect.expiresAt(object)))
  }

  private init(
    members: JSON.LazyObject, isReadable: Bool, isJSON: Bool, isLoose: Bool, status: Int, departure: Departure
  ) {
    self.members = members
    self.isReadable = isReadable
    self.isJSON = isJSON
    self.isLoose = isLoose
    self.status = status
    self.departure = departure
  }

  private static func members(of form: Form) -> JSON.Object? {
    var members = JSON.Object()
    for field in form.fields {
      guard let name = String(utf8: field.name),
        let value = String(utf8: field.value), members[name] == nil
      else { return nil }
      members[name] = .string(value)
    }
    return members
  }
}

extension Message where Head == HTTPResponse {
  fileprivate var beginsAsJSON: Bool {
    // A byte order mark may stand before it.
    let firstByte = body.first { $0 > 0x20 && !JSON.byteOrderMark.contains($0) }
    return firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[")
  }
}
