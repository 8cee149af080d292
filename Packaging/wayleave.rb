# A Homebrew formula. There is no release yet, so `url` and `sha256` are open; `Scripts/check-packaging` allows both
# or none. Fill them in at the release: the archive of the tag's sources, and its line in SHA256SUMS.
class Wayleave < Formula
  desc "OAuth for the command line: sign in once, send signed requests"
  homepage "OPEN: the address of the project"
  url "OPEN: the archive of the sources of v0.1.0"
  version "0.1.0"
  sha256 "OPEN: the digest of that archive"
  license "Apache-2.0"

  depends_on xcode: ["26.0", :build] # Swift 6.2
  depends_on macos: :sonoma # macOS 14

  uses_from_macos "swift" => :build

  on_linux do
    depends_on "zlib"
  end

  def install
    # Homebrew builds in a sandbox of its own; that of the package manager cannot start inside.
    system "make", "install", "PREFIX=#{prefix}", "SWIFTFLAGS=--disable-sandbox"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/wayleave --version")
    assert_match "Ada Fenwick", shell_output("#{bin}/wayleave demo --no-browser")
  end
end
