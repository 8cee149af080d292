import Testing
import WayleavePlain

@Suite("A link's name is a command")
struct LinkedNameTests {
  @Test(
    "git and docker start a helper by its name",
    arguments: [
      ("/usr/local/bin/docker-credential-wayleave", ["docker-credential"]),
      ("git-credential-wayleave", ["git-credential"]),
      ("/x/docker-credential-wayleave-work", ["docker-credential", "--account=work"]),
      ("docker-credential-wayleave--rf", ["docker-credential", "--account=-rf"]), ("docker-credential-wayleave-", nil),
      ("/docker-credential-wayleave-a/wayleave", nil),
      ("wayleave", nil), ("/usr/bin/wayleave", nil), ("/docker-credential-wayleave/wayleave", nil),
      ("docker-credential-gh", nil), ("kube-credential-wayleave", nil), ("-wayleave", nil), ("", nil),
    ] as [(String, [String]?)])
  func words(path: String, words: [String]?) {
    #expect(LinkedName.words(of: path) == words)
  }
}
