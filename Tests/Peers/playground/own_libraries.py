"""The libraries that providers, or the users of one provider, have for it: each signs in, and asks who the user is."""

import urllib.parse

import discogs_client
import dropbox
import flickrapi
import google.auth.transport.requests
import msal
import praw
import requests
import spotipy
import stravalib
import tweepy
from google_auth_oauthlib.flow import Flow
from slack_sdk.oauth import AuthorizeUrlGenerator, OpenIDConnectAuthorizeUrlGenerator
from slack_sdk.web import WebClient
from spotipy.cache_handler import MemoryCacheHandler
from spotipy.oauth2 import SpotifyOAuth

from moved import allowed
from playground import CALLBACK, ENTRY_CLIENT_ID, ENTRY_CLIENT_SECRET


def of_discogs(secret, allow, moved):
    client = discogs_client.Client("playground/1.0", consumer_key=ENTRY_CLIENT_ID, consumer_secret=secret)
    # It signs before it sends.
    for name in ("_base_url", "_request_token_url", "_access_token_url"):
        setattr(client, name, moved.url(getattr(client, name)))
    _, _, url = client.get_authorize_url(CALLBACK)
    client.get_access_token(allow(url)["oauth_verifier"])
    user = client.identity()
    return user.id, user.username, ""


def of_dropbox(secret, allow, moved):
    flow = dropbox.DropboxOAuth2Flow(
        ENTRY_CLIENT_ID, CALLBACK, {}, "csrf", consumer_secret=secret, token_access_type="offline")
    token = flow.finish(allow(flow.start()))
    client = dropbox.Dropbox(oauth2_refresh_token=token.refresh_token, app_key=ENTRY_CLIENT_ID, app_secret=secret)
    user = client.users_get_current_account()
    return user.account_id, user.name.display_name, user.email


def of_flickr(secret, allow, moved):
    client = flickrapi.FlickrAPI(ENTRY_CLIENT_ID, secret, format="parsed-json", store_token=False)
    client.get_request_token(oauth_callback=CALLBACK)
    client.get_access_token(allow(client.auth_url(perms="read"))["oauth_verifier"])
    user = client.test.login()["user"]
    return user["id"], user["username"]["_content"], ""


def of_google(secret, allow, moved):
    config = {
        "client_id": ENTRY_CLIENT_ID, "client_secret": secret, "token_uri": "https://oauth2.googleapis.com/token",
        "auth_uri": "https://accounts.google.com/o/oauth2/auth"}
    scopes = ["openid", *(f"https://www.googleapis.com/auth/userinfo.{each}" for each in ("email", "profile"))]
    flow = Flow.from_client_config({"web": config}, scopes=scopes, redirect_uri=CALLBACK)
    url, _ = flow.authorization_url(access_type="offline", prompt="consent")
    flow.fetch_token(code=allow(url)["code"], client_secret=secret, include_client_id=True)
    flow.credentials.refresh(google.auth.transport.requests.Request())
    user = flow.authorized_session().get("https://www.googleapis.com/oauth2/v3/userinfo").json()
    return user["sub"], user["name"], user["email"]


class HTTPSAlone(requests.Session):
    """For msal, which takes metadata with https alone: what the playground has put there has its real URLs."""

    def __init__(self, moved):
        super().__init__()
        self.here = moved.url("https://").encode()

    def get(self, url, **named):
        answer = super().get(url, **named)
        answer._content = answer.content.replace(self.here, b"https://")
        return answer


def of_microsoft(secret, allow, moved):
    client = msal.ConfidentialClientApplication(
        ENTRY_CLIENT_ID, client_credential=secret, authority="https://login.microsoftonline.com/common",
        http_client=HTTPSAlone(moved))
    flow = client.initiate_auth_code_flow(["User.Read", "email"], redirect_uri=CALLBACK)
    token = client.acquire_token_by_auth_code_flow(flow, allow(flow["auth_uri"]))
    if "error" in token:
        raise PermissionError(token)
    token = client.acquire_token_silent(["User.Read"], client.get_accounts()[0], force_refresh=True)
    user = requests.get(
        "https://graph.microsoft.com/v1.0/me", headers={"Authorization": f"Bearer {token['access_token']}"}, timeout=10)
    return user.json()["id"], user.json()["displayName"], user.json()["mail"]


def of_reddit(secret, allow, moved):
    client = praw.Reddit(
        client_id=ENTRY_CLIENT_ID, client_secret=secret, redirect_uri=CALLBACK, user_agent="playground/1.0",
        check_for_updates=False)
    code = allow(client.auth.url(scopes=["identity"], state="state", duration="permanent"))["code"]
    client.auth.authorize(code)
    return client.user.me().id, "", ""


def of_slack(secret, allow, moved):
    url = AuthorizeUrlGenerator(
        client_id=ENTRY_CLIENT_ID, user_scopes=["users:read"], redirect_uri=CALLBACK).generate("state")
    here = moved.url("https://slack.com/api/")
    token = WebClient(base_url=here).oauth_v2_access(
        client_id=ENTRY_CLIENT_ID, client_secret=secret, code=allow(url)["code"], redirect_uri=CALLBACK)
    user = WebClient(base_url=here, token=token["authed_user"]["access_token"]).auth_test()
    return user["user_id"], "", ""


def of_slack_openid(secret, allow, moved):
    url = OpenIDConnectAuthorizeUrlGenerator(
        client_id=ENTRY_CLIENT_ID, scopes=["openid", "email", "profile"], redirect_uri=CALLBACK).generate("state")
    here = moved.url("https://slack.com/api/")
    token = WebClient(base_url=here).openid_connect_token(
        client_id=ENTRY_CLIENT_ID, client_secret=secret, code=allow(url)["code"], redirect_uri=CALLBACK)
    user = WebClient(base_url=here, token=token["access_token"]).openid_connect_userInfo()
    return user["sub"], user["name"], user["email"]


def of_spotify(secret, allow, moved):
    flow = SpotifyOAuth(
        ENTRY_CLIENT_ID, secret, CALLBACK, state="state", scope="user-read-email", cache_handler=MemoryCacheHandler(),
        open_browser=False)
    token = flow.get_access_token(allow(flow.get_authorize_url())["code"], as_dict=False, check_cache=False)
    user = spotipy.Spotify(auth=token).me()
    return user["id"], user["display_name"], user["email"]


def of_strava(secret, allow, moved):
    client = stravalib.Client()
    code = allow(client.authorization_url(ENTRY_CLIENT_ID, CALLBACK, scope=["read"], state="state"))["code"]
    token = client.exchange_code_for_token(ENTRY_CLIENT_ID, secret, code)
    user = stravalib.Client(token["access_token"]).get_athlete()
    return user.id, f"{user.firstname} {user.lastname}", ""


def of_twitter(secret, allow, moved):
    flow = tweepy.OAuth1UserHandler(ENTRY_CLIENT_ID, secret, callback=CALLBACK)
    flow.get_access_token(allow(flow.get_authorization_url())["oauth_verifier"])
    user = tweepy.API(flow).verify_credentials(include_email=True)
    return user.id, user.name, user.email


def of_x(secret, allow, moved):
    flow = tweepy.OAuth2UserHandler(
        client_id=ENTRY_CLIENT_ID, redirect_uri=CALLBACK, scope=["users.read", "tweet.read"], client_secret=secret)
    arrived = allow(flow.get_authorization_url())
    token = flow.fetch_token(f"{CALLBACK}?{urllib.parse.urlencode(arrived)}")
    user = tweepy.Client(token["access_token"]).get_me(user_auth=False).data
    return user.id, user.name, ""


def sign_in(row, browser, moved, secret=ENTRY_CLIENT_SECRET):
    def allow(url):
        return allowed(browser, moved.url(url))[0]

    return globals()[f"of_{row.client}"](secret, allow, moved)
