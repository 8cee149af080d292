/// The mark of RSA keys that a faulty library made, and that can be factored.
///
/// CVE-2017-15361: such a modulus is a power of 65537 modulo each of the first primes; of other moduli one in 2²⁷ is.
enum ROCAFingerprint {
  static func marks(_ modulus: [UInt8]) -> Bool {
    powers.allSatisfy { prime, residues in residues[modulus.reduce(0) { ($0 << 8 | Int($1)) % prime }] }
  }

  /// For each prime, which residues are powers of 65537.
  private static let powers: [(prime: Int, residues: [Bool])] = [
    11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157,
  ].map { prime in
    var residues = [Bool](repeating: false, count: prime)
    var power = 1
    while !residues[power] {
      residues[power] = true
      power = power * 65537 % prime
    }
    return (prime, residues)
  }
}
