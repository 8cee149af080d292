"""A server whose tokens hold every character that RFC 6749 Appendix A.12 allows, on a free port of this machine.

Any POST is answered by such a token, any GET by what came: the `Authorization` header and the query, as JSON. The first
line of standard output is the address.
"""

import urllib.parse

from json_server import JSONAnswers, serve

TOKEN = "".join(map(chr, range(0x21, 0x7F))) + "''\"\"\\\\$(exit9)`exit9`"


class Server(JSONAnswers):
    def do_POST(self):
        self.answer({"access_token": TOKEN, "token_type": "Bearer", "expires_in": 3600})

    def do_GET(self):
        query = urllib.parse.urlsplit(self.path).query
        header = self.headers["Authorization"] or ""
        parameters = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        self.answer({
            "by_header": header == "Bearer " + TOKEN, "by_query": parameters.get("oauth_token") == TOKEN,
            "version": parameters.get("v"),
        })


serve(Server)
