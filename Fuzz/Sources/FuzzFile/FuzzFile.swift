import WayleaveConsole
import WayleaveWire

/// Files that users are given by others, or that other programs wrote: they are read or refused, with a small stack
/// (`Scripts/fuzz`).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let file = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? EntryText(String(decoding: file, as: UTF8.self))
  let found = [
    (try? XurlFile(reading: file))?.found.accounts, (try? TwurlFile(reading: file))?.found.accounts,
    (try? OAuth2LFile(reading: file))?.found.accounts, (try? OIDCAgentAccount(reading: file))?.found.accounts,
    (try? NetrcFile(reading: file))?.found.accounts, (try? GitHubHostsFile(reading: file))?.tokens,
    (try? GitCredentialsFile(reading: file))?.tokens,
  ]
  for account in found.compactMap(\.self).joined() {
    let isPlain = account.token.withExposedBytes { $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
    precondition(isPlain, "a token with a space or a control character")
  }
  _ = try? PropertyListReader.value(of: file)
  return 0
}
