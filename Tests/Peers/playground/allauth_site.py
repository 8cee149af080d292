"""A site with django-allauth and no database: its views run as they are, and say whom they would sign in."""

import functools
import importlib
import urllib.parse

import django
from django.conf import settings
from django.test import RequestFactory
from django.urls import path

from allauth_rows import ROWS
from moved import allowed
from playground import CALLBACK, ENTRY_CLIENT_ID, ENTRY_CLIENT_SECRET

PROVIDERS = "allauth.socialaccount.providers"
# The one for every server of OpenID Connect. Its own name for a server is the last part of the callback.
GENERAL = "openid_connect"
place = urllib.parse.urlsplit(CALLBACK)


class SignedIn(Exception):
    """In place of a look into the database, for the user that has signed in."""

    def __init__(self, login):
        super().__init__()
        self.login = login


def look_up(login):
    raise SignedIn(login)


@functools.cache
def adapter_class():
    """What django-allauth asks about the site; it can be imported after the settings are there."""
    from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
    from allauth.socialaccount.models import SocialApp

    class Site(DefaultSocialAccountAdapter):
        row, secret = None, None

        def list_apps(self, request, provider=None, client_id=None):
            return [SocialApp(
                provider=self.row.client, provider_id=place.path[1:], name=self.row.entry, client_id=ENTRY_CLIENT_ID,
                secret=self.secret,
                key=self.row.application.get("key", ""), settings=self.row.application)]

        def on_authentication_error(self, request, provider, error=None, exception=None, extra_context=None):
            client = (extra_context or {}).get("oauth_client")
            raise exception or AssertionError(client.errors if client else error)

    return Site


def adapter(request=None):
    return adapter_class()(request)


def answered(request, **parameters):
    raise AssertionError("no view of django-allauth leads here")


class URLs:
    """Every provider comes back to the same callback, which is the one that is registered."""

    @functools.cached_property
    def urlpatterns(self):
        names = {row.client for row in ROWS}
        return [
            path("<str:provider_id>" if name == GENERAL else place.path[1:], answered, name=f"{name}_callback")
            for name in names]


def set_up():
    names = sorted({row.client for row in ROWS})
    settings.configure(
        SECRET_KEY="only for the sessions of this process", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=URLs(),
        SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies", USE_TZ=True,
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "allauth", "allauth.account",
                        "allauth.socialaccount", *(f"{PROVIDERS}.{name}" for name in names)],
        MIDDLEWARE=["allauth.account.middleware.AccountMiddleware"],
        SOCIALACCOUNT_ADAPTER="allauth_site.adapter", SOCIALACCOUNT_LOGIN_ON_GET=True, SOCIALACCOUNT_QUERY_EMAIL=True,
        SOCIALACCOUNT_PROVIDERS={row.client: row.settings for row in ROWS})
    django.setup()
    models = importlib.import_module("allauth.socialaccount.models")
    models.SocialLogin.lookup = look_up


def views(row):
    """Its own views for this provider: where the sign-in begins, and where it ends."""
    module = importlib.import_module(f"{PROVIDERS}.{row.client}.views")
    for protocol in ("oauth2", "oauth"):
        if begin := getattr(module, f"{protocol}_login", None):
            return begin, getattr(module, f"{protocol}_callback")
    return (functools.partial(getattr(module, name), provider_id=place.path[1:]) for name in ("login", "callback"))


def sign_in(row, browser, moved, secret=ENTRY_CLIENT_SECRET):
    """What django-allauth read of the user: number, name, email."""
    from allauth.core import context
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.sessions.backends.signed_cookies import SessionStore

    adapter_class().row, adapter_class().secret = row, secret
    sessions, factory = [SessionStore()], RequestFactory(headers={"host": place.netloc})
    begin, end = views(row)

    def visit(view, address, parameters):
        request = factory.get(address, parameters)
        request.session, request.user = sessions[-1], AnonymousUser()
        with context.request_context(request):
            page = view(request)
        sessions.append(request.session)
        return page

    page = visit(begin, "/login", row.more)
    parameters, _ = allowed(browser, moved.url(page["Location"]))
    try:
        visit(end, place.path, parameters)
    except SignedIn as signed_in:
        login = signed_in.login
    name = f"{login.user.first_name} {login.user.last_name}".strip()
    emails = [each.email for each in login.email_addresses]
    return login.account.uid, name, login.user.email or (emails or [""])[0]
