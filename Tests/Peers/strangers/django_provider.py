"""Django OAuth Toolkit under Django's own pages: the administration's login, and the toolkit's page of consent.

Usage: django_provider.py openid|oauth LIFETIME_OF_ACCESS_TOKENS

A free port of this machine; the first line of standard output is the issuer, which has a path. Everything is in memory.
zoe signs in with "stone-stile". Any program may register itself; "desk" is a confidential client that stands already, and
"robot" one without a user.
"""

import logging
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.conf import settings
from django.http import JsonResponse
from django.urls import include, path

IS_OPENID, LIFETIME = sys.argv[1] == "openid", int(sys.argv[2])


class Quiet(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


def private_key():
    return rsa.generate_private_key(65537, 2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


settings.configure(
    SECRET_KEY="not-real", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=__name__, LOGIN_URL="/admin/login/", USE_TZ=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    # Tables are made at once, without the years of changes that led to them.
    MIGRATION_MODULES={
        name: None for name in ["admin", "auth", "contenttypes", "sessions", "messages", "oauth2_provider"]},
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    INSTALLED_APPS=[
        "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
        "django.contrib.messages", "oauth2_provider"],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware", "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware"],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
        "OPTIONS": {"context_processors": [
            "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
            "django.contrib.messages.context_processors.messages"]}}],
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": IS_OPENID, "OIDC_RSA_PRIVATE_KEY": private_key(), "DCR_ENABLED": True,
        "DCR_REGISTRATION_PERMISSION_CLASSES": ("oauth2_provider.dcr.AllowAllDCRPermission",),
        "SCOPES": {"openid": "Know who you are", "notes": "Read your notes", "birds": "Count your birds"},
        "ACCESS_TOKEN_EXPIRE_SECONDS": LIFETIME, "REFRESH_TOKEN_REUSE_PROTECTION": True,
    },
)
django.setup()
logging.disable(logging.CRITICAL)

from django.contrib import admin  # noqa: E402  Django is set up before its parts are named.
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from oauth2_provider.decorators import protected_resource  # noqa: E402
from oauth2_provider.models import Application  # noqa: E402
from oauth2_provider.urls import metadata_urlpatterns  # noqa: E402


@protected_resource(scopes=["notes"])
def notes(request):
    return JsonResponse({"of": request.resource_owner.username, "notes": ["mend the gate"]})


urlpatterns = [
    path("admin/", admin.site.urls), path("api/notes", notes),
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
    *metadata_urlpatterns,
]


def main():
    call_command("migrate", run_syncdb=True, verbosity=0)
    zoe = User.objects.create_user("zoe", "zoe@example.com", "stone-stile", is_staff=True)
    Application.objects.create(
        name="desk", client_id="desk", client_secret="desk-secret-not-real", user=zoe, algorithm="RS256",
        client_type=Application.CLIENT_CONFIDENTIAL, authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        redirect_uris="http://127.0.0.1/callback")
    Application.objects.create(
        name="robot", client_id="robot", client_secret="robot-secret-not-real",
        client_type=Application.CLIENT_CONFIDENTIAL, authorization_grant_type=Application.GRANT_CLIENT_CREDENTIALS)
    server = make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=Quiet)
    print(f"http://127.0.0.1:{server.server_port}/o", flush=True)
    server.serve_forever()


main()
