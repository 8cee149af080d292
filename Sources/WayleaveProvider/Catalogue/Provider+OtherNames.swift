extension Provider {
  /// What people also type for a provider: a former name, a product of it, or the company.
  ///
  /// Such a name is suggested and found, and never is an account's or an entry's: two names for one provider would make
  /// two accounts of one.
  package static let otherNames: [String: String] = [
    "appleid": "apple", "icloud": "apple",
    "confluence": "atlassian", "jira": "atlassian",
    "blizzard": "battlenet",
    "acrobat-sign": "echosign", "adobesign": "echosign",
    "epic": "epic-games", "epicgames": "epic-games",
    "meta": "facebook",
    "forgejo": "gitea",
    "gcp": "google", "gdrive": "google", "gmail": "google", "googledrive": "google", "gsuite": "google",
    "youtube": "google",
    "hf": "huggingface",
    "mail.ru": "mailru",
    "aad": "microsoft", "azure": "microsoft", "azuread": "microsoft", "entra": "microsoft", "hotmail": "microsoft",
    "office365": "microsoft", "onedrive": "microsoft", "outlook": "microsoft", "sharepoint": "microsoft",
    "osm": "openstreetmap",
    "intuit": "quickbooks", "qbo": "quickbooks",
    "sfdc": "salesforce",
    "vkid": "vk", "vkontakte": "vk",
    "wikipedia": "wikimedia",
  ]

  /// The name of the provider that people also call so; nil for none. Capital letters are as good as small ones.
  package static func name(alsoCalled typed: String) -> String? { otherNames[typed.lowercased()] }
}
