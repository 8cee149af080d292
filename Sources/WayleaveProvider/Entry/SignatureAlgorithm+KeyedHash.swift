package import WayleaveJOSE

extension SignatureAlgorithm {
  package static let keyedHashes: Set<SignatureAlgorithm> = [.hs256, .hs384, .hs512]
}
