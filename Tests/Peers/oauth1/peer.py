"""Foreign clients and servers of OAuth 1.0a, by messages: one JSON object a line in, one out. No network is used.

{"do": "sign", "by": "oauthlib" | "requests-oauthlib" | "authlib", ...}   signs a request
{"do": "serve", "by": "oauthlib" | "authlib", "at": "temporary" | "authorize" | "token" | "resource", ...}   answers one
"""

import json
import os
import sys

from clients import sign
from servers import serve

# What is said to be plain http on loopback here never leaves this process.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

for line in sys.stdin:
    task = json.loads(line)
    answer = {"sign": sign, "serve": serve}[task["do"]](task)
    print(json.dumps(answer), flush=True)
