"""joserfc as the other side of encrypted tokens: a list of tasks in, a list of answers out, as JSON. No network is used.

{"do": "encrypt", "alg": …, "enc": …, "key": {…}, "plaintext": …}   answers the compact form
{"do": "decrypt", "alg": …, "enc": …, "key": {…}, "compact": …}     answers the plaintext
"""

import json
import sys

from joserfc import jwe
from joserfc.jwk import import_key


def answer(task):
    key = import_key(task["key"])
    algorithms = [task["alg"], task["enc"]]
    if task["do"] == "encrypt":
        header = {"alg": task["alg"], "enc": task["enc"]}
        return jwe.encrypt_compact(header, task["plaintext"], key, algorithms=algorithms)
    return jwe.decrypt_compact(task["compact"], key, algorithms=algorithms).plaintext.decode()


print(json.dumps([answer(task) for task in json.load(sys.stdin)]))
