"""Which class of httpx-oauth and of fastapi-sso signs in at which entry, and what must come of it."""

from library_rows import NAME, Row

# What fastapi-sso does at some providers.
TWICE = "fastapi-sso: it sends the secret in Basic and in the form, against RFC 6749 §2.3."
DISCORD = {"https://discord.com/api/oauth2/authorize": "https://discord.com/oauth2/authorize"}


def server(entry, url):
    """The class for every server that has metadata."""
    return Row(entry, "openid.OpenID", settings={
        "openid_configuration_endpoint": f"https://{url}/.well-known/openid-configuration"})


HTTPX_OAUTH_ROWS = [
    server("auth0", "acme.eu.auth0.com"),
    Row("discord", "discord.DiscordOAuth2", moved=DISCORD),
    Row("facebook", "facebook.FacebookOAuth2", moved={
        "https://www.facebook.com/v5.0": "https://www.facebook.com/v25.0",
        "https://graph.facebook.com/v5.0": "https://graph.facebook.com/v25.0"}, refused="appsecret_proof",
        why="The playground: it plays an app that has “Require App Secret” on; that is a setting, and off at first."),
    server("globus", "auth.globus.org"),
    Row("github", "github.GitHubOAuth2", wrong_secret=("KeyError: 'access_token'",),
        why="httpx-oauth: GitHub's errors have the status 200, and it takes them for tokens."),
    Row("google", "google.GoogleOAuth2", refused="resourceName",
        why="The playground: of Google's APIs it plays UserInfo; httpx-oauth asks the People API."),
    server("huggingface", "huggingface.co"),
    Row("kakao", "kakao.KakaoOAuth2"),
    server("keycloak", "login.example.com/realms/master"),
    Row("linkedin", "linkedin.LinkedInOAuth2", refused="KeyError: 'id'",
        why="httpx-oauth: it reads the profile of r_liteprofile, which ended; the present one is UserInfo."),
    Row("microsoft", "microsoft.MicrosoftGraphOAuth2", email="zoe_lukasik",
        why="httpx-oauth takes userPrincipalName for the email."),
    Row("naver", "naver.NaverOAuth2", refused="another method",
        why="Not decided: developers.naver.com has GET; httpx-oauth posts."),
    Row("okta", "okta.OktaOAuth2", settings={"okta_domain": "acme.okta.com"}),
    Row("reddit", "reddit.RedditOAuth2", user="zoe_lukasik", email="", more={"duration": "permanent"}),
    Row("shopify", "shopify.ShopifyOAuth2", settings={"shop": "acme"}, refused="400 Bad Request",
        why="httpx-oauth: public apps have to send expiring=1 with the code since April 2026; it sends none."),
    server("yahoo", "api.login.yahoo.com"),
]

FASTAPI_SSO_ROWS = [
    Row("bitbucket", "bitbucket.BitbucketSSO", refused="KeyError: 'email'",
        why="fastapi-sso: api.bitbucket.org has no email at /user; it asks for that and not for /user/emails."),
    Row("discord", "discord.DiscordSSO", moved=DISCORD),
    Row("facebook", "facebook.FacebookSSO", refused="Error validating client secret", moved={
        "https://www.facebook.com/v9.0": "https://www.facebook.com/v25.0",
        "https://graph.facebook.com/v9.0": "https://graph.facebook.com/v25.0"},
        why="fastapi-sso: developers.facebook.com has client_secret among the parameters; it sends Basic."),
    Row("fitbit", "fitbit.FitbitSSO", refused="parameters that no authorization request has",
        why="fastapi-sso: it sends response_type twice, against RFC 6749 §3.1."),
    Row("github", "github.GithubSSO", name="zoe_lukasik", wrong_secret=("incorrect_client_credentials",)),
    Row("gitlab", "gitlab.GitlabSSO", name="zoe_lukasik"),
    Row("kakao", "kakao.KakaoSSO", refused="invalid_request", why=TWICE),
    Row("line", "line.LineSSO", refused="invalid_client",
        why="fastapi-sso: developers.line.biz has client_secret among the parameters; it sends Basic."),
    Row("linkedin", "linkedin.LinkedInSSO", refused="invalid_request", why=TWICE),
    Row("naver", "naver.NaverSSO", refused="invalid_request", why=TWICE),
    Row("seznam", "seznam.SeznamSSO", refused="scopes with",
        why="fastapi-sso: the page has commas between scopes; it sends spaces."),
    Row("soundcloud", "soundcloud.SoundcloudSSO", refused="no code challenge",
        why="fastapi-sso: the page demands PKCE; it sends none."),
    Row("spotify", "spotify.SpotifySSO"),
    Row("tidal", "tidal.TidalSSO", refused="KeyError: 'data'",
        why="Not decided: TIDAL's API is of the media type application/vnd.api+json; fastapi-sso asks for none."),
    Row("x", "twitter.TwitterSSO", name="zoe_lukasik", email="", wrong_secret=("unauthorized_client",), moved={
        "https://twitter.com/": "https://x.com/", "https://api.twitter.com/": "https://api.x.com/"}),
    Row("yandex", "yandex.YandexSSO", user="None", name="", email="",
        why="The playground: yandex.com/dev has “format” as optional; it plays the URL of the entry alone."),
]
