import Testing
import WayleavePlain

@Suite("A link's name is a command")
struct LinkedNameTests {
  @Test(
    "git and docker start a helper by its name",
    arguments: [
      ("/usr/local/bin/docker-credential-wayleave", "docker-credential"), ("git-credential-wayleave", "git-credential"),
      ("wayleave", nil), ("/usr/bin/wayleave", nil), ("/docker-credential-wayleave/wayleave", nil),
      ("docker-credential-gh", nil), ("kube-credential-wayleave", nil), ("-wayleave", nil), ("", nil),
    ])
  func command(path: String, command: String?) {
    #expect(LinkedName.command(of: path) == command)
  }
}
