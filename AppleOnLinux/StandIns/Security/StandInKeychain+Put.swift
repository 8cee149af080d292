public import Foundation

extension StandInKeychain {
  /// Puts an item there that another program wrote.
  public static func put(_ data: Data, service: String, account: String) {
    items.append(
      Item(
        account: account, service: service, group: "TEAM.app", label: nil, generic: nil,
        accessible: kSecAttrAccessibleWhenUnlocked, needsPerson: false, data: data))
  }
}
