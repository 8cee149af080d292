import WayleaveJOSE
import WayleaveWire

/// Published sets of keys: whatever is read holds public keys only, and is written and read again as it was.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeySet(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = Array(UnsafeBufferPointer(start: start, count: count))
  guard let keys = try? JSONWebKeySet(decoding: text) else { return 0 }
  precondition((1...JSONWebKeySet.maximumCount).contains(keys.keys.count), "another number of keys")
  precondition(!keys.keys.contains(where: \.isPrivate), "a private key is taken for a published one")
  precondition((try? JSONWebKeySet(decoding: keys.json.encoded())) == keys, "a set is not read again as it was")
  return 0
}
