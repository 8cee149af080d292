import WayleaveWire

/// The first place where two base strings differ: what most signature errors come down to.
public struct BaseStringDifference: Sendable, Equatable {
  /// How many bytes are the same before it.
  public let position: Int
  /// What stands there in ours, cut and cleaned; a secret is not shown.
  public let ours: String
  /// What stands there in the provider's, cut and cleaned; a secret is not shown.
  public let theirs: String

  /// Parameters whose values must not be shown: a password is part of the base string of xAuth.
  private static let secretParameters = [
    "x_auth_password", "oauth_token", "oauth_verifier", "oauth_session_handle", "x_reverse_auth_parameters",
  ]

  /// Finds the first difference of two base strings; nil when they are the same.
  public init?(between ours: [UInt8], and theirs: [UInt8]) {
    let position = zip(ours, theirs).prefix { $0 == $1 }.count
    guard position < max(ours.count, theirs.count) else { return nil }
    let start = Self.startOfParameter(in: ours[..<position])
    self.position = position
    self.ours = Self.excerpt(of: ours, from: start, around: position)
    self.theirs = Self.excerpt(of: theirs, from: start, around: position)
  }

  /// Where the parameter begins in which the texts part, or the part of the text before the parameters.
  private static func startOfParameter(in common: ArraySlice<UInt8>) -> Int {
    for index in common.indices.reversed() {
      if common[index] == UInt8(ascii: "&") { return index + 1 }
      if common[index...].starts(with: "%26".utf8) { return index + 3 }
    }
    return 0
  }

  /// The parameter in which the texts part, or the two between which they do; a long one from shortly before the place.
  private static func excerpt(of text: [UInt8], from start: Int, around position: Int) -> String {
    let joint = Array("%26".utf8)
    let end = text[min(position + 1, text.endIndex)...].firstRange(of: joint)?.lowerBound ?? text.endIndex
    var shown: [UInt8] = []
    var rest = text[start..<max(start, end)]
    while !rest.isEmpty {
      let parameter = rest[..<(rest.firstRange(of: joint)?.lowerBound ?? rest.endIndex)]
      shown += shown.isEmpty ? [] : joint
      shown += redacted(parameter, from: max(parameter.startIndex, min(position - 24, parameter.endIndex)))
      rest = rest[parameter.endIndex...].dropFirst(joint.count)
    }
    return DisplayText.clean(shown, limit: 100)
  }

  private static func redacted(_ parameter: ArraySlice<UInt8>, from beginning: Int) -> [UInt8] {
    // A provider can join and encode parameters in its own way: what follows the name of a secret is never shown.
    let names = secretParameters.compactMap { parameter.firstRange(of: Array($0.utf8)) }
    guard let name = names.min(by: { $0.lowerBound < $1.lowerBound }) else { return Array(parameter[beginning...]) }
    return Array(parameter[min(beginning, name.lowerBound)..<name.upperBound]) + Array("%3D…".utf8)
  }
}

extension SignatureBaseString {
  /// Where this text and a provider's differ first; nil when they are the same.
  ///
  /// RFC 5849 §3.4.1: both sides must make the same text of one request.
  public func difference(from theirs: [UInt8]) -> BaseStringDifference? {
    BaseStringDifference(between: bytes, and: theirs)
  }
}

extension BaseStringDifference: CustomStringConvertible {
  /// The place and both texts, in one sentence.
  public var description: String {
    "the base strings differ at byte \(position): ours “\(ours)”, the provider's “\(theirs)”"
  }
}
