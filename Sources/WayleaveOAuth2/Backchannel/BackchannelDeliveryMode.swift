/// How a client comes by its tokens once the user has answered.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §5; a client registers one of them.
public enum BackchannelDeliveryMode: String, Sendable, Hashable, CaseIterable {
  /// It asks again and again.
  case poll
  /// It gets a message that the tokens can be fetched, and may also poll.
  case ping
  /// It is sent the tokens; known by its name only, since tokens that arrive unasked are not accepted here.
  case push
}
