/// What a field is. The numbers are a promise: programs of one version talk to the agent of another.
enum AgentTag: UInt8 {
  case account = 1
  case minimumLifetime = 2
  case form = 3
  case canAsk = 4
  case method = 5
  case url = 6
  case pair = 7
  case body = 8
  case consumerKey = 9
  case passphrase = 10
  case program = 11
  case scope = 12
  case grant = 13
  case question = 14
  case decision = 15
  case bytes = 16
  case row = 17
  case sentence = 18
  case code = 19
  case message = 20
  case rule = 21
  case expected = 22
  case received = 23
  case remedy = 24
  case exitStatus = 25
}
