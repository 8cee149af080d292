"""Which library that is for one provider signs in at its entry, and what must come of it."""

from library_rows import Row

ROWS = [
    Row("discogs", email=""),
    Row("dropbox", refused="at least 40 characters",
        why="The playground: an account of Dropbox has an id of 40 characters; here each user has a number."),
    Row("flickr", name="zoe_lukasik", email="", wrong_secret=("Status code 401",)),
    Row("google", moved={"https://accounts.google.com/o/oauth2/auth": "https://accounts.google.com/o/oauth2/v2/auth"}),
    Row("microsoft", why="Neither: msal demands https of each URL in the metadata, and the playground is http here."),
    Row("reddit", name="", email=""),
    Row("slack", name="", email="", wrong_secret=("bad_client_secret",)),
    Row("slack-oidc", "slack_openid"),
    Row("spotify", moved={"https://api.spotify.com/v1/me/": "https://api.spotify.com/v1/me"}),
    Row("strava", email=""),
    Row("twitter", wrong_secret=("Failed to validate oauth signature and token",)),
    Row("x", email="", wrong_secret=("unauthorized_client",), moved={
        "https://twitter.com/i/oauth2/": "https://x.com/i/oauth2/", "https://api.twitter.com/2/": "https://api.x.com/2/"}),
]
