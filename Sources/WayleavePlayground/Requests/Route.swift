import HTTPTypes
import WayleaveWire

/// One path of a personality, and what answers there.
struct Route {
  /// The path, which begins where the personality begins; a segment `*` stands for any one
  /// segment, and `**` at the end for one or more.
  let path: String
  /// The methods that the path takes.
  let methods: [HTTPRequest.Method]
  /// What the front page calls it; nil leaves it out there.
  var title: String?
  /// Whether a person who opens the path in a browser, with nothing else, sees something of use.
  var isPage = false
  /// Whether programs alone come here: such a path is at the encrypted port as well.
  var isForPrograms = false
  /// Whether the path begins at the tenant, and not at the personality: so do well-known ones.
  var isAtRoot = false
  /// What happens here, and at some paths alone.
  var happenings: [Happening] = []
  let answer: (Visit) -> ResponseMessage

  init(
    _ path: String, _ methods: [HTTPRequest.Method] = [.get], title: String? = nil, isPage: Bool = false,
    isForPrograms: Bool = false, isAtRoot: Bool = false, happenings: [Happening] = [],
    answer: @escaping (Visit) -> ResponseMessage
  ) {
    self.path = path
    self.methods = methods
    self.title = title
    self.isPage = isPage
    self.isForPrograms = isForPrograms
    self.isAtRoot = isAtRoot
    self.happenings = happenings
    self.answer = answer
  }
}
