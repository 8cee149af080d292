import WayleaveProvider
import WayleaveWire

/// What real providers say in addition to what their entries read, as clients that others wrote read it.
enum AdditionalIdentities {
  /// By the names of the entries, or of their templates.
  static let all: [String: [IdentityRule]] = [
    "atlassian": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.atlassian.com/oauth/token/accessible-resources"), subject: "{0.id}"),
      IdentityRule(
        endpoint: Endpoint(known: "https://api.atlassian.com/ex/jira/{key}/rest/api/2/myself"), subject: "{accountId}",
        name: "{displayName}",
        email: "{emailAddress}"),
    ],
    "bungie": [
      IdentityRule(
        endpoint: Endpoint(known: "https://www.bungie.net/Platform/User/GetBungieNetUser/"),
        subject: "{Response.user.membershipId}", name: "{Response.user.displayName}")
    ],
    "clever": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.clever.com/v3.0/users/{key}"), subject: "{data.id}",
        handle: "{data.roles.teacher.credentials.district_username}")
    ],
    "dropbox": [IdentityRule(subject: "{token.account_id}:{token.uid}")],
    "etsy": [
      IdentityRule(
        endpoint: Endpoint(known: "https://openapi.etsy.com/v3/application/users/{key}"), subject: "{user_id}",
        name: "{first_name} {last_name}",
        email: "{primary_email}", picture: "{image_url_75x75}")
    ],
    "eventbrite": [
      IdentityRule(
        endpoint: Endpoint(known: "https://www.eventbriteapi.com/v3/users/me/"), subject: "{id}",
        name: "{first_name} {last_name}")
    ],
    "flickr": [
      IdentityRule(subject: "{token.user_nsid}", name: "{token.fullname}", handle: "{token.username}")
    ],
    "gitlab": [
      IdentityRule(
        endpoint: Endpoint(known: "https://gitlab.com/oauth/userinfo"), subject: "{sub}", name: "{name}",
        handle: "{nickname}", email: "{email}", emailVerified: "{email_verified}")
    ],
    "google": [
      IdentityRule(
        endpoint: Endpoint(known: "https://openidconnect.googleapis.com/v1/userinfo"), subject: "{sub}", name: "{name}",
        email: "{email}", emailVerified: "{email_verified}"),
      IdentityRule(
        endpoint: Endpoint(known: "https://www.googleapis.com/oauth2/v3/userinfo"), subject: "{sub}", name: "{name}",
        email: "{email}",
        emailVerified: "{email_verified}"),
      IdentityRule(
        endpoint: Endpoint(known: "https://www.googleapis.com/oauth2/v2/userinfo"), subject: "{id}",
        name: "{given_name} {family_name}", email: "{email}", emailVerified: "{verified_email}"),
    ],
    "hubspot": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.hubapi.com/oauth/v1/access-tokens/{key}"), subject: "{hub_id}:{user_id}",
        email: "{user}")
    ],
    "kakao": [
      IdentityRule(
        endpoint: Endpoint(known: "https://kapi.kakao.com/v1/oidc/userinfo"), subject: "{sub}", name: "{nickname}",
        email: "{email}", emailVerified: "{email_verified}")
    ],
    "line": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.line.me/v2/profile"), subject: "{userId}", name: "{displayName}")
    ],
    "mailchimp": [
      IdentityRule(
        endpoint: Endpoint(known: "https://login.mailchimp.com/oauth2/metadata"), subject: "{user_id}",
        handle: "{login.login_name}")
    ],
    "microsoft": [
      IdentityRule(
        endpoint: Endpoint(known: "https://graph.microsoft.com/v1.0/me"), subject: "{id}", name: "{displayName}",
        handle: "{userPrincipalName}",
        email: "{mail}")
    ],
    "monzo": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.monzo.com/accounts"), subject: "{accounts.0.owners.0.user_id}",
        name: "{accounts.0.description}"),
      IdentityRule(subject: "{token.user_id}"),
    ],
    "odnoklassniki": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.ok.ru/fb.do"), subject: "{uid}", name: "{name}", email: "{email}"),
      IdentityRule(
        endpoint: Endpoint(known: "https://api.ok.ru/fb.do"), subject: "{uid}", name: "{first_name} {last_name}"),
    ],
    "openstreetmap": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.openstreetmap.org/api/0.6/user/details.json"), subject: "{user.id}",
        handle: "{user.account_created}")
    ],
    "orcid": [
      IdentityRule(subject: "{token.orcid}"),
      IdentityRule(
        endpoint: Endpoint(known: "https://pub.orcid.org/v2.0/{key}"), subject: "{orcid-identifier.path}",
        name: "{person.name.given-names.value} {person.name.family-name.value}",
        email: "{person.emails.email.0.email}"),
    ],
    "podio": [IdentityRule(subject: "{token.ref.id}")],
    "soundcloud": [
      IdentityRule(endpoint: Endpoint(known: "https://api.soundcloud.com/me"), subject: "{urn}")
    ],
    "stripe": [IdentityRule(subject: "{token.stripe_user_id}")],
    "strava": [IdentityRule(subject: "{token.athlete.id}", name: "{token.athlete.firstname} {token.athlete.lastname}")],
    "tumblr-oauth1": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.tumblr.com/v2/user/info"),
        subject: "{response.user.blogs.[primary=true].uuid}",
        name: "{response.user.blogs.[primary=true].title}")
    ],
    "twitch": [
      IdentityRule(
        endpoint: Endpoint(known: "https://id.twitch.tv/oauth2/userinfo"), subject: "{sub}",
        handle: "{preferred_username}", email: "{email}", emailVerified: "{email_verified}")
    ],
    "untappd": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.untappd.com/v4/user/info?compact=true"), subject: "{response.user.id}")
    ],
    "vimeo": [IdentityRule(subject: "{token.user.uri}", name: "{token.user.name}")],
    "weibo": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.weibo.com/2/users/show.json?uid={token.uid}"), subject: "{idstr}")
    ],
    "xing": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.xing.com/v1/users/me.json"), subject: "{users.0.id}",
        name: "{users.0.first_name} {users.0.last_name}")
    ],
    "zoom": [
      IdentityRule(
        endpoint: Endpoint(known: "https://api.zoom.us/v2/users/me"), subject: "{id}", name: "{first_name} {last_name}")
    ],
  ]
}
