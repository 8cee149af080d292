import Testing
import WayleaveProvider
import WayleaveWire

@Suite("What is wrong with an entry is named")
struct ProviderKeyTests {
  private func sentence(_ json: JSON) -> String? {
    do throws(OAuthError) {
      _ = try Provider(json: json)
      return nil
    } catch {
      #expect(error.code == .malformedProvider || error.code == .insecureURL)
      return error.message
    }
  }

  @Test("a misspelt key comes before the key that is missing for it")
  func misspelt() {
    let entry: JSON = ["name": "a", "protocol": "oauth2", "token_endpiont": "https://a.example/t"]
    #expect(sentence(entry) == "“token_endpiont” is not a key of an oauth2 entry; did you mean token_endpoint?")
    let right: JSON = ["name": "a", "protocol": "oauth2", "token_endpoint": "https://a.example/t"]
    #expect(sentence(right) == nil)
  }

  @Test("a key that is missing, a value that is wrong and an address without https are named")
  func others() {
    #expect(sentence(["name": "a", "protocol": "oauth2"]) == "“token_endpoint” is missing in an oauth2 entry.")
    #expect(
      sentence(["name": "a", "protocol": "oauth3"]) == "“protocol” has to be oauth1, oauth2 or openid, not “oauth3”.")
    let insecure: JSON = ["name": "a", "protocol": "oauth2", "token_endpoint": "http://a.example/t"]
    #expect(
      sentence(insecure)
        == "“token_endpoint” has to be an https URL, or http on this machine, not “http://a.example/t”.")
  }
}
