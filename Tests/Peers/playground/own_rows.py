"""Which library that is for one provider signs in at its entry, and what must come of it."""

from library_rows import Row

ROWS = [
    Row("discogs", email=""),
    Row("dropbox", refused="405",
        why="The playground: Dropbox takes a POST at users/get_current_account without a body, as its SDK sends it."),
    Row("flickr", name="zoe_lukasik", email="", wrong_secret=("Status code 401",)),
    Row("google", moved={"https://accounts.google.com/o/oauth2/auth": "https://accounts.google.com/o/oauth2/v2/auth"}),
    Row("reddit", name="", email=""),
    Row("slack", name="", email="", wrong_secret=("bad_client_secret",)),
    Row("slack-oidc", "slack_openid", refused="SlackApiError",
        why="The playground: each answer of Slack's API has ok, and this token answer has none."),
    Row("spotify", moved={"https://api.spotify.com/v1/me/": "https://api.spotify.com/v1/me"}),
    Row("strava", email="", refused="KeyError: 'expires_at'",
        why="The playground: Strava says when a token ends as expires_at too, which the entry does not read."),
]
