"""Requests as foreign clients sign them."""

import oauthlib.oauth1
import requests
from authlib.oauth1 import ClientAuth
from requests_oauthlib import OAuth1

FORM = "application/x-www-form-urlencoded"


def sign(task):
    return {"oauthlib": by_oauthlib, "requests-oauthlib": by_requests, "authlib": by_authlib}[task["by"]](task)


def by_oauthlib(task):
    client = oauthlib.oauth1.Client(
        task["consumer_key"], client_secret=task.get("consumer_secret"), resource_owner_key=task.get("token"),
        resource_owner_secret=task.get("token_secret"), callback_uri=task.get("callback"), verifier=task.get("verifier"),
        signature_method=task["method"], rsa_key=task.get("private_key"), realm=task.get("realm"),
        signature_type={"header": "AUTH_HEADER", "query": "QUERY", "body": "BODY"}[task["placement"]])
    url, headers, body = client.sign(
        task["url"], http_method=task["http_method"], body=task.get("body"), headers=headers_of(task))
    return {"url": url, "headers": dict(headers), "body": body or ""}


def by_requests(task):
    auth = OAuth1(
        task["consumer_key"], client_secret=task.get("consumer_secret"), resource_owner_key=task.get("token"),
        resource_owner_secret=task.get("token_secret"), callback_uri=task.get("callback"), verifier=task.get("verifier"),
        signature_method=task["method"], rsa_key=task.get("private_key"), realm=task.get("realm"),
        signature_type={"header": "AUTH_HEADER", "query": "QUERY", "body": "BODY"}[task["placement"]])
    prepared = requests.Request(
        task["http_method"], task["url"], data=task.get("body") or None, headers=headers_of(task), auth=auth).prepare()
    body = prepared.body or ""
    headers = {text(name): text(value) for name, value in prepared.headers.items()}
    return {"url": prepared.url, "headers": headers, "body": text(body)}


def by_authlib(task):
    auth = ClientAuth(
        task["consumer_key"], client_secret=task.get("consumer_secret"), token=task.get("token"),
        token_secret=task.get("token_secret"), redirect_uri=task.get("callback"), verifier=task.get("verifier"),
        signature_method=task["method"], rsa_key=task.get("private_key"), realm=task.get("realm"),
        signature_type={"header": "HEADER", "query": "QUERY", "body": "BODY"}[task["placement"]])
    url, headers, body = auth.prepare(task["http_method"], task["url"], headers_of(task), task.get("body") or "")
    return {"url": url, "headers": {name: text(value) for name, value in headers.items()}, "body": text(body or "")}


def headers_of(task):
    return {"Content-Type": FORM} if task.get("body") or task["placement"] == "body" else {}


def text(value):
    return value.decode() if isinstance(value, bytes) else value
