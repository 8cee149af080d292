import WayleaveWire

/// Domains below which anyone can have a name: what stands before them chooses the owner of a host.
///
/// A short list, and not the public suffix list. It has the usual second levels below two-letter countries, and well
/// known hosting services. It lacks other suffixes of single countries, such as `gob.mx` or `k12.ca.us`, and all other
/// hosting services.
package enum SharedDomain {
  /// Whether a domain in lower case is known to be one.
  package static func contains(_ domain: String) -> Bool {
    let labels = domain.split(separator: ".")
    guard labels.count > 1 else { return true }
    let isOfCountry = labels.count == 2 && labels[1].utf8.count == 2 && secondLevels.contains(String(labels[0]))
    return isOfCountry || hostingServices.contains(domain)
  }

  private static let secondLevels: Set<String> = [
    "ac", "co", "com", "edu", "go", "gov", "mil", "ne", "net", "or", "org",
  ]

  private static let hostingServices: Set<String> = [
    "appspot.com", "azurestaticapps.net", "azurewebsites.net", "blogspot.com", "cloudapp.net", "cloudfront.net",
    "deno.dev", "duckdns.org", "firebaseapp.com", "fly.dev", "github.io", "gitlab.io", "glitch.me", "herokuapp.com",
    "netlify.app", "ngrok-free.app", "ngrok.io", "onrender.com", "pages.dev", "r2.dev", "s3.amazonaws.com", "surge.sh",
    "trycloudflare.com", "vercel.app", "web.app", "workers.dev",
  ]
}
