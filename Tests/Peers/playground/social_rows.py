"""Which class of social-core signs in at which entry, and what must come of it.

`moved`: base URLs of social-core that are older than ours, and the present ones. `settings`: what an application sets.
`name`, `email`: whether social-core reads one. `wrong_secret`: what it says of a wrong secret, in part.
`refused`: a part of what it says where it cannot sign in. `why`: who is wrong.
"""

from dataclasses import dataclass, field


@dataclass
class Row:
    entry: str
    backend: str
    user: str = "73003"
    name: bool = True
    email: bool = True
    username: str = ""
    moved: dict = field(default_factory=dict)
    settings: dict = field(default_factory=dict)
    refused: str = ""
    wrong_secret: tuple = ("invalid_client", "signature_invalid")
    why: str = ""


ROWS = [
    Row("amazon", "amazon.AmazonOAuth2"),
    Row("arcgis", "arcgis.ArcGISOAuth2"),
    Row("asana", "asana.AsanaOAuth2"),
    Row("atlassian", "atlassian.AtlassianOAuth2"),
    Row("auth0", "auth0_openidconnect.Auth0OpenIdConnectAuth", settings={"DOMAIN": "acme.eu.auth0.com"}),
    Row("battlenet", "battlenet.BattleNetOAuth2", refused="invalid_client", why="social-core: eu.battle.net ended; "
        "oauth.battle.net has the secret in Basic, and the user at /userinfo.", moved={
        "https://eu.battle.net/oauth/": "https://oauth.battle.net/"}),
    Row("bitbucket", "bitbucket.BitbucketOAuth2"),
    Row("box", "box.BoxOAuth2", moved={
        "https://www.box.com/api/oauth2/authorize": "https://account.box.com/api/oauth2/authorize",
        "https://www.box.com/api/oauth2/token": "https://api.box.com/oauth2/token"}),
    Row("bungie", "bungie.BungieOAuth2", email=False, moved={
        "https://www.bungie.net/en/oauth/authorize/": "https://www.bungie.net/en/OAuth/Authorize"},
        settings={"API_KEY": "playground-api-key-that-is-not-real-at-all", "ORIGIN": "http://127.0.0.1"}),
    Row("chatwork", "chatwork.ChatworkOAuth2"),
    Row("cilogon", "cilogon.CILogonOAuth2", user="73003 ", why="social-core appends the issuer, which CILogon's "
        "UserInfo has; the playground's, as OpenID Connect Core §5.3.2, has none.", moved={
        "https://cilogon.org/authorize": "https://cilogon.org/playground/authorize",
        "https://cilogon.org/oauth2/": "https://cilogon.org/playground/"}),
    Row("clever", "clever.CleverOAuth2"),
    Row("coinbase", "coinbase.CoinbaseOAuth2"),
    Row("dailymotion", "dailymotion.DailymotionOAuth2", moved={
        "https://api.dailymotion.com/oauth/authorize": "https://www.dailymotion.com/oauth/authorize",
        "https://api.dailymotion.com/auth/": "https://api.dailymotion.com/me"}, name=False, email=False),
    Row("deezer", "deezer.DeezerOAuth2", refused="standard name",
        why="social-core: developers.deezer.com/api/oauth names app_id in the authorization URL; it sends client_id."),
    Row("digitalocean", "digitalocean.DigitalOceanOAuth", name=False),
    Row("discord", "discord.DiscordOAuth2", name=False, moved={
        "https://discord.com/api/oauth2/authorize": "https://discord.com/oauth2/authorize"}),
    Row("disqus", "disqus.DisqusOAuth2", name=False),
    Row("douban", "douban.DoubanOAuth2", email=False),
    Row("dribbble", "dribbble.DribbbleOAuth2", email=False, moved={
        "https://api.dribbble.com/v1/": "https://api.dribbble.com/v2/"}),
    Row("dropbox", "dropbox.DropboxOAuth2V2", settings={"AUTH_EXTRA_ARGUMENTS": {"token_access_type": "offline"}}),
    Row("egi-checkin", "egi_checkin.EGICheckinOpenIdConnect"),
    Row("etsy", "etsy.EtsyOAuth2", refused="invalid_token",
        why="social-core: Etsy wants the shared secret behind the keystring in x-api-key; it sends the keystring alone."),
    Row("eventbrite", "eventbrite.EventbriteOAuth2", moved={
        "https://www.eventbriteapi.com/v3/users/me": "https://www.eventbriteapi.com/v3/users/me/"}),
    Row("eveonline", "eveonline.EVEOnlineOAuth2", refused="invalid_client", why="social-core: docs.esi.evetech.net has "
        "the secret in Basic alone at the second version; it sends it in the form, as the first took it.", moved={
        "https://login.eveonline.com/oauth/authorize": "https://login.eveonline.com/v2/oauth/authorize",
        "https://login.eveonline.com/oauth/token": "https://login.eveonline.com/v2/oauth/token"}),
    Row("evernote", "evernote.EvernoteOAuth", name=False, email=False),
    Row("facebook", "facebook.FacebookOAuth2", wrong_secret=("Error validating client secret",), settings={
        "API_VERSION": "25.0", "SCOPE": ["email"], "PROFILE_EXTRA_PARAMS": {"fields": "id,name,email"}}),
    Row("fitbit", "fitbit.FitbitOAuth2", name=False, email=False),
    Row("flickr", "flickr.FlickrOAuth", email=False),
    Row("foursquare", "foursquare.FoursquareOAuth2"),
    Row("gitea", "gitea.GiteaOAuth2", name=False,
        why="social-core reads no name: Gitea's API calls it full_name, and it reads fullname."),
    Row("github", "github.GithubOAuth2", wrong_secret=("incorrect_client_credentials",),
        settings={"SCOPE": ["user:email"]}),
    Row("github-app", "github.GithubAppAuth", wrong_secret=("incorrect_client_credentials",)),
    Row("gitlab", "gitlab.GitLabOAuth2"),
    Row("globus", "globus.GlobusOpenIdConnect"),
    Row("google", "google.GoogleOAuth2", moved={
        "https://accounts.google.com/o/oauth2/auth": "https://accounts.google.com/o/oauth2/v2/auth",
        "https://accounts.google.com/o/oauth2/token": "https://oauth2.googleapis.com/token"},
        settings={"AUTH_EXTRA_ARGUMENTS": {"access_type": "offline"}}),
    Row("hubspot", "hubspot.HubSpotOAuth2", name=False, user="73003:73003", moved={
        "https://api.hubapi.com/oauth/v1/token": "https://api.hubapi.com/oauth/2026-03/token"}),
    Row("instagram", "instagram.InstagramOAuth2", refused="access_token", why="social-core: it reads the answer of the "
        "Basic Display API, which ended on 4 December 2024; the present one has an envelope.", moved={
        "https://api.instagram.com/oauth/authorize": "https://www.instagram.com/oauth/authorize"}),
    Row("kakao", "kakao.KakaoOAuth2", refused="invalid_grant", why="social-core: developers.kakao.com has "
        "redirect_uri as required in the token request; it sends none."),
    Row("kick", "kick.KickOAuth2"),
    Row("line", "line.LineOAuth2", email=False),
    Row("linkedin", "linkedin.LinkedinOAuth2", refused="firstName", why="social-core: it reads the profile of "
        "r_liteprofile, which apps get no more since 1 August 2023; the present one is UserInfo."),
    Row("mailchimp", "mailchimp.MailChimpOAuth2", name=False, user="73003:73003"),
    Row("mailru", "mailru.MRGOAuth2"),
    Row("meetup", "meetup.MeetupOAuth2", refused="404", why="social-core: /2/member/self ended with the API of that "
        "number; the present one is GraphQL."),
    Row("microsoft", "microsoft.MicrosoftOAuth2"),
    Row("monzo", "monzo.MonzoOAuth2", email=False, moved={"https://auth.getmondo.co.uk/": "https://auth.monzo.com/"}),
    Row("musicbrainz", "musicbrainz.MusicBrainzOAuth2"),
    Row("naver", "naver.NaverOAuth2"),
    Row("odnoklassniki", "odnoklassniki.OdnoklassnikiOAuth2", settings={"PUBLIC_NAME": "playground"}),
    Row("okta", "okta.OktaOAuth2", settings={"API_URL": "https://acme.okta.com/oauth2"}, moved={
        "https://acme.okta.com/oauth2/v1/": "https://acme.okta.com/playground/"}),
    Row("okta", "okta_openidconnect.OktaOpenIdConnect", settings={"API_URL": "https://acme.okta.com/oauth2"}, moved={
        "https://acme.okta.com/oauth2/v1/": "https://acme.okta.com/playground/"}),
    Row("openstreetmap", "openstreetmap_oauth2.OpenStreetMapOAuth2", name=False, email=False),
    Row("orcid", "orcid.ORCIDOAuth2"),
    Row("orcid", "orcid.ORCIDMemberOAuth2", moved={"https://api.orcid.org/": "https://pub.orcid.org/"}),
    Row("patreon", "patreon.PatreonOAuth2"),
    Row("paypal", "paypal.PayPalOAuth2", moved={
        "https://www.paypal.com/connect": "https://www.paypal.com/signin/authorize",
        "https://api.paypal.com/": "https://api-m.paypal.com/"}),
    Row("pinterest", "pinterest.PinterestOAuth2", refused="invalid_client", why="social-core: version 1 of the "
        "API ended; version 5 has the secret in Basic.", moved={
        "https://api.pinterest.com/oauth/": "https://www.pinterest.com/oauth/",
        "https://api.pinterest.com/v1/oauth/token": "https://api.pinterest.com/v5/oauth/token"}),
    Row("podio", "podio.PodioOAuth2", moved={"https://podio.com/oauth/token": "https://api.podio.com/oauth/token/v2"}),
    Row("qiita", "qiita.QiitaOAuth2", email=False),
    Row("reddit", "reddit.RedditOAuth2", name=False, email=False, moved={
        "https://ssl.reddit.com/": "https://www.reddit.com/",
        "https://oauth.reddit.com/api/v1/me.json": "https://oauth.reddit.com/api/v1/me"},
        settings={"AUTH_EXTRA_ARGUMENTS": {"duration": "permanent"}}),
    Row("seznam", "seznam.SeznamOAuth2"),
    Row("simplelogin", "simplelogin.SimpleLoginOAuth2"),
    Row("sketchfab", "sketchfab.SketchfabOAuth2", moved={
        "https://sketchfab.com/v2/users/me": "https://api.sketchfab.com/v3/me"}),
    Row("slack-legacy", "slack.SlackOAuth2"),
    Row("soundcloud", "soundcloud.SoundcloudOAuth2", email=False, refused="code challenge", why="social-core: "
        "developers.soundcloud.com demands PKCE; it sends no challenge.", moved={
        "https://soundcloud.com/connect": "https://secure.soundcloud.com/authorize",
        "https://api.soundcloud.com/oauth2/token": "https://secure.soundcloud.com/oauth/token"}),
    Row("spotify", "spotify.SpotifyOAuth2"),
    Row("strava", "strava.StravaOAuth", email=False),
    Row("stripe", "stripe.StripeOAuth2", name=False),
    Row("trello", "trello.TrelloOAuth", settings={"SCOPE": ["read"]}),
    Row("tripit", "tripit.TripItOAuth", refused="oauth_callback", why="social-core: tripit.github.io/api/doc has "
        "oauth_callback in the authorization URL, and passport-tripit sends it; social-core sends redirect_uri there."),
    Row("tumblr-oauth1", "tumblr.TumblrOAuth", email=False),
    Row("twitch", "twitch.TwitchOAuth2", name=False),
    Row("twitter", "twitter.TwitterOAuth", wrong_secret=("Failed to validate oauth signature",)),
    Row("untappd", "untappd.UntappdOAuth2", moved={
        "https://api.untappd.com/v4/user/info/": "https://api.untappd.com/v4/user/info"}),
    Row("upwork", "upwork.UpworkOAuth", refused="404", why="social-core: Upwork's OAuth 1.0a ended; it has OAuth 2."),
    Row("vimeo", "vimeo.VimeoOAuth2", email=False),
    Row("vk", "vk.VKOAuth2", moved={
        "https://oauth.vk.ru/": "https://oauth.vk.com/", "https://api.vk.ru/": "https://api.vk.com/"},
        settings={"API_VERSION": "5.199"}),
    Row("wechat", "weixin.WeixinOAuth2", name=False, email=False, username="Zoë Łukasik"),
    Row("wechat", "weixin.WeixinOAuth2APP", name=False, email=False, username="Zoë Łukasik", moved={
        "https://open.weixin.qq.com/connect/oauth2/authorize": "https://open.weixin.qq.com/connect/qrconnect"}),
    Row("weibo", "weibo.WeiboOAuth2", email=False),
    Row("x", "twitter_oauth2.TwitterOAuth2", email=False, wrong_secret=("unauthorized_client",), moved={
        "https://twitter.com/": "https://x.com/", "https://api.twitter.com/": "https://api.x.com/"},
        settings={"PKCE_CODE_CHALLENGE_METHOD": "S256", "PKCE_CODE_VERIFIER_LENGTH": 48},
        why="social-core: without these settings it sends “s256” and 32 characters; RFC 7636 §4.1 and §4.2 have "
        "“S256” and 43 at least."),
    Row("xing", "xing.XingOAuth"),
    Row("yahoo", "yahoo.YahooOAuth2", moved={
        "https://api.login.yahoo.com/oauth2/request_auth": "https://api.login.yahoo.com/playground/authorize",
        "https://api.login.yahoo.com/oauth2/get_token": "https://api.login.yahoo.com/playground/token",
        "https://api.login.yahoo.com/openid/v1/userinfo": "https://api.login.yahoo.com/playground/userinfo"}),
    Row("yandex", "yandex.YandexOAuth2", moved={"https://oauth.yandex.com/": "https://oauth.yandex.ru/"}),
    Row("zoom", "zoom.ZoomOAuth2"),
    Row("zotero", "zotero.ZoteroOAuth", name=False, email=False,
        settings={"AUTH_EXTRA_ARGUMENTS": {"library_access": "1"}}),
]
