"""Encrypts an account as oidc-agent 4 does: python3 oidc_agent_account.py PASSPHRASE < JSON > FILE

The lines are the length of the ciphertext, nonce, salt, parameters, ciphertext, a check of the key, and the version.
"""

import base64
import ctypes
import os
import sys

sodium = ctypes.CDLL("libsodium.so.23")
sodium.sodium_init()

OPERATIONS, MEMORY, ARGON2ID = 2, 64 * 1024 * 1024, 2
text, passphrase = sys.stdin.buffer.read(), sys.argv[1].encode()
nonce, salt = os.urandom(24), os.urandom(16)

keys = ctypes.create_string_buffer(64)
if sodium.crypto_pwhash(
    keys, ctypes.c_ulonglong(64), passphrase, ctypes.c_ulonglong(len(passphrase)), salt,
    ctypes.c_ulonglong(OPERATIONS), ctypes.c_size_t(MEMORY), ARGON2ID,
):
    sys.exit("no memory for the key")
sealed = ctypes.create_string_buffer(len(text) + 16)
sodium.crypto_secretbox_easy(sealed, text, ctypes.c_ulonglong(len(text)), nonce, keys.raw[:32])


def line(data):
    return base64.b64encode(data).decode()


parameters = f"24:16:16:32:1:{OPERATIONS}:{MEMORY}:{ARGON2ID}"
print(len(text) + 16, line(nonce), line(salt), parameters, line(sealed.raw), line(keys.raw[32:]), sep="\n")
print("Generated using version: 4.2.6")
