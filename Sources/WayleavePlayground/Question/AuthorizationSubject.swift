/// What is asked, at which provider.
enum AuthorizationSubject: Sendable {
  case foursquare(FoursquareAuthorization)
  case twitter(TwitterAuthorization)
  case tollgate(TollgateAuthorization)
  case tollgateDevice(TollgateDeviceQuestion)
  case tollgateBackchannel(TollgateBackchannelQuestion)
}
