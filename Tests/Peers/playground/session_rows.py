"""Where requests-oauthlib and Authlib sign in, what they ask there, and what must come of it.

`fix`: requests-oauthlib's own for this provider, made from what the real one does. `more`: what an application adds to
the authorization URL. `refused`: a part of what a client says where it cannot sign in. `why`: who is wrong.
"""

from dataclasses import dataclass, field

from requests_oauthlib import compliance_fixes
from requests_oauthlib.compliance_fixes.douban import douban_compliance_fix

from playground import ENTRY_CLIENT_ID


@dataclass
class OAuth2Row:
    entry: str
    authorize: str
    token: str
    who: str
    user: str
    expected: str = "73003"
    scope: str = ""
    pkce: bool = False
    basic: bool = False
    # Where Authlib puts the token; in requests-oauthlib a fix says so.
    placement: str = "header"
    fix: object = None
    more: dict = field(default_factory=dict)
    headers: dict = field(default_factory=dict)
    # What they say of a wrong secret.
    errors: tuple = ("invalid_client",)
    refused: dict = field(default_factory=dict)
    why: str = ""


@dataclass
class OAuth1Row:
    entry: str
    request: str
    authorize: str
    token: str
    who: str
    user: str
    expected: str = "73003"
    more: dict = field(default_factory=dict)
    errors: tuple = ("signature_invalid",)
    refused: dict = field(default_factory=dict)
    why: str = ""


OAUTH2_ROWS = [
    OAuth2Row("bitbucket", "bitbucket.org/site/oauth2/authorize", "bitbucket.org/site/oauth2/access_token",
              "api.bitbucket.org/2.0/user", "uuid", basic=True, pkce=True),
    OAuth2Row("discord", "discord.com/oauth2/authorize", "discord.com/api/oauth2/token",
              "discord.com/api/users/@me", "id", scope="identify email", basic=True, pkce=True),
    OAuth2Row("douban", "www.douban.com/service/auth2/auth", "www.douban.com/service/auth2/token",
              "api.douban.com/v2/user/~me", "id", fix=douban_compliance_fix),
    OAuth2Row("facebook", "www.facebook.com/v25.0/dialog/oauth", "graph.facebook.com/v25.0/oauth/access_token",
              "graph.facebook.com/v25.0/me?fields=id,name&appsecret_proof={appsecret_proof}", "id", scope="email",
              errors=("OAuthException",), fix=compliance_fixes.facebook_compliance_fix),
    OAuth2Row("fitbit", "www.fitbit.com/oauth2/authorize", "api.fitbit.com/oauth2/token",
              "api.fitbit.com/1/user/-/profile.json", "user.encodedId", scope="profile", basic=True, pkce=True,
              fix=compliance_fixes.fitbit_compliance_fix,
              why="The playground: Fitbit had a list of errors, which the fix reads. It ended on 2 November 2026."),
    OAuth2Row("github", "github.com/login/oauth/authorize", "github.com/login/oauth/access_token",
              "api.github.com/user", "id", scope="user:email", pkce=True, errors=("incorrect_client_credentials",)),
    OAuth2Row("gitlab", "gitlab.com/oauth/authorize", "gitlab.com/oauth/token", "gitlab.com/api/v4/user", "id",
              scope="read_user", pkce=True),
    OAuth2Row("google", "accounts.google.com/o/oauth2/v2/auth", "oauth2.googleapis.com/token",
              "www.googleapis.com/oauth2/v3/userinfo", "sub", scope="openid email profile", pkce=True,
              more={"access_type": "offline"}),
    OAuth2Row("instagram", "www.instagram.com/oauth/authorize", "api.instagram.com/oauth/access_token",
              "graph.instagram.com/me", "user_id", fix=compliance_fixes.instagram_compliance_fix,
              refused={"requests-oauthlib": "MissingTokenError", "Authlib": "UnsupportedTokenTypeError"},
              why="Both: the fix is for the API that ended on 4 December 2024; the present one has an envelope."),
    OAuth2Row("linkedin", "www.linkedin.com/oauth/v2/authorization", "www.linkedin.com/oauth/v2/accessToken",
              "api.linkedin.com/v2/userinfo", "sub", scope="openid profile email"),
    OAuth2Row("mailchimp", "login.mailchimp.com/oauth2/authorize", "login.mailchimp.com/oauth2/token",
              "login.mailchimp.com/oauth2/metadata", "login.login_id", fix=compliance_fixes.mailchimp_compliance_fix),
    OAuth2Row("microsoft", "login.microsoftonline.com/common/oauth2/v2.0/authorize",
              "login.microsoftonline.com/common/oauth2/v2.0/token", "graph.microsoft.com/v1.0/me", "id",
              scope="openid profile email User.Read", pkce=True),
    OAuth2Row("reddit", "www.reddit.com/api/v1/authorize", "www.reddit.com/api/v1/access_token",
              "oauth.reddit.com/api/v1/me", "id", scope="identity", basic=True, more={"duration": "permanent"}),
    OAuth2Row("slack-legacy", "slack.com/oauth/authorize", "slack.com/api/oauth.access", "slack.com/api/users.identity",
              "user.id", scope="identity.basic", fix=compliance_fixes.slack_compliance_fix),
    OAuth2Row("spotify", "accounts.spotify.com/authorize", "accounts.spotify.com/api/token", "api.spotify.com/v1/me",
              "id", scope="user-read-email", basic=True, pkce=True),
    OAuth2Row("twitch", "id.twitch.tv/oauth2/authorize", "id.twitch.tv/oauth2/token", "api.twitch.tv/helix/users",
              "data.0.id", scope="user:read:email", headers={"Client-Id": ENTRY_CLIENT_ID},
              errors=("MissingTokenError", "UnsupportedTokenTypeError"),
              why="Both: Twitch has no member error, only message; neither reads it."),
    OAuth2Row("weibo", "api.weibo.com/oauth2/authorize", "api.weibo.com/oauth2/access_token",
              "api.weibo.com/2/users/show.json?uid={uid}", "screen_name", expected="Zoë Łukasik", placement="uri",
              fix=compliance_fixes.weibo_compliance_fix),
    OAuth2Row("x", "x.com/i/oauth2/authorize", "api.x.com/2/oauth2/token", "api.x.com/2/users/me", "data.id",
              scope="users.read tweet.read offline.access", basic=True, pkce=True, errors=("unauthorized_client",)),
    OAuth2Row("zatar", "beta-api.zatar.com/v2/authorize", "beta-api.zatar.com/v2/token", "beta-api.zatar.com/v2/me",
              "user", expected="zoe_lukasik", scope="read", basic=True),
]

OAUTH1_ROWS = [
    OAuth1Row("discogs", "api.discogs.com/oauth/request_token", "www.discogs.com/oauth/authorize",
              "api.discogs.com/oauth/access_token", "api.discogs.com/oauth/identity", "id"),
    OAuth1Row("flickr", "www.flickr.com/services/oauth/request_token", "www.flickr.com/services/oauth/authorize",
              "www.flickr.com/services/oauth/access_token",
              "api.flickr.com/services/rest?method=flickr.test.login&format=json&nojsoncallback=1", "user.id",
              more={"perms": "read"}),
]
