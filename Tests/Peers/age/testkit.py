"""Builds the cases of age's test kit (C2SP/CCTV, age) that a passphrase opens, and asks Debian's `age` about each.

    python3 testkit.py FILE     writes them as JSON, and says where `age` differs

The kit's own files hold bytes that are no text. They are made from fixed keys and a fixed stream of "random" bytes
(README.md of the kit), so that the same bytes come from the same cases: `armor_scrypt` of the kit is compared with the
one that is made here. Cases of the kit that have a recipient of type X25519 have one of type scrypt here.
"""

import base64
import hashlib
import hmac
import json
import os
import pty
import subprocess
import sys
import tempfile

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

FILE_KEY = b"YELLOW SUBMARINE"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
NOT_FOUND, HEADER, HMAC, PAYLOAD, ARMOR = "no match", "header failure", "HMAC failure", "payload failure", "armor failure"


def b64(data):
    return base64.b64encode(data).decode().rstrip("=")


def not_canonical(text):
    return text[:-1] + ALPHABET[ALPHABET.index(text[-1]) + 1]


def derive(key, salt, info):
    return HKDF(SHA256(), 32, salt, info).derive(key)


def stanza(salt, work=10, passphrase=b"password", key=FILE_KEY, shown=None, name="scrypt"):
    """The two lines of a recipient that a passphrase opens."""
    wrapping = hashlib.scrypt(
        passphrase, salt=b"age-encryption.org/v1/scrypt" + salt, n=1 << work, r=8, p=1, maxmem=1 << 30, dklen=32)
    body = ChaCha20Poly1305(wrapping).encrypt(bytes(12), key, None)
    arguments = [name, b64(salt), str(work) if shown is None else shown]
    return "-> " + " ".join(a for a in arguments if a != "") + "\n" + b64(body) + "\n"


class Kit:
    def __init__(self):
        self.stream = Cipher(ChaCha20(b"TEST RANDOMNESS TEST RANDOMNESS!", bytes(16)), None).encryptor()

    def random(self, count):
        return self.stream.update(bytes(count))

    def mac(self, head, key=FILE_KEY):
        return hmac.new(derive(key, None, b"header"), head.encode() + b"---", "sha256").digest()

    def payload(self, chunks=((b"age", True),), key=FILE_KEY):
        nonce = self.random(16)
        cipher = ChaCha20Poly1305(derive(key, nonce, b"payload"))
        sealed = [
            cipher.encrypt(i.to_bytes(11, "big") + bytes([last]), text, None) for i, (text, last) in enumerate(chunks)]
        return nonce + b"".join(sealed)


def file(change=lambda head: head, line=None, key=FILE_KEY, mac_key=None, version="v1", salt=16, chunks=None, **options):
    """A file; `change` acts on its recipients, `line` on the line of the MAC."""
    kit = Kit()
    head = change(f"age-encryption.org/{version}\n" + stanza(kit.random(salt), key=key, **options))
    mac = "--- " + b64(kit.mac(head, mac_key or key)) + "\n"
    if line:
        mac = line(mac)
    return (head + mac).encode() + (kit.payload(key=key) if chunks is None else kit.payload(chunks, key=key))


def lines(edit):
    def change(head):
        parts = head.split("\n")
        return "\n".join(edit(parts))
    return change


def put(index, edit):
    return lines(lambda parts: parts[:index] + [edit(parts[index])] + parts[index + 1:])


def armored(data, begin="-----BEGIN AGE ENCRYPTED FILE-----", end="-----END AGE ENCRYPTED FILE-----", change=None):
    text = base64.b64encode(data).decode()
    body = [text[i:i + 64] for i in range(0, len(text), 64)]
    all_lines = [begin] + body + [end]
    return ("\n".join(change(all_lines) if change else all_lines) + "\n").encode()


plain = file()
second = lambda passphrase: lambda head: head + stanza(b"\x01" * 16, passphrase=passphrase)
x25519 = "-> X25519 TEiF0ypqr+bpvcqXNyCVJpL7OuwPdVwPL7KQEbFDOCc\nEmECAEcKN+n/Vs9SbWiV+Hu0r+E8R77DdWYyd83nw7U\n"
HIGH = "-> scrypt rF0/NwblUHHTpgQgRpe5CQ 23\nqW9eVsT0NVb/Vswtw8kPIxUnaYmm9Px1dYmq2+4+qZA\n"


def flipped(text):
    data = bytearray(base64.b64decode(text + "=" * (-len(text) % 4)))
    data[-1] ^= 0xFF
    return b64(bytes(data))


def cut(count):
    return file()[:count]


head_length = len(plain) - 16 - 19

CASES = {
    "scrypt": ("success", plain),
    "scrypt_bad_tag": (NOT_FOUND, file(put(2, flipped))),
    "scrypt_double": (HEADER, file(second(b"hunter2"))),
    "scrypt_and_x25519": (HEADER, file(lambda head: head + x25519)),
    "scrypt_extra_argument": (HEADER, file(put(1, lambda line: line + " 10"))),
    "scrypt_long_file_key": (HEADER, file(key=b"A LONGER YELLOW SUBMARINE")),
    "scrypt_no_match": (NOT_FOUND, file(passphrase=b"hunter2")),
    "scrypt_not_canonical_body": (HEADER, file(put(2, not_canonical))),
    "scrypt_not_canonical_salt": (HEADER, file(put(1, lambda line: line.replace("CQ ", "CR ")))),
    "scrypt_salt_long": (HEADER, file(salt=20)),
    "scrypt_salt_missing": (HEADER, file(put(1, lambda line: "-> scrypt 10"))),
    "scrypt_salt_short": (HEADER, file(salt=12)),
    "scrypt_uppercase": (NOT_FOUND, file(name="Scrypt")),
    "scrypt_work_factor_23": (HEADER, file(lambda head: head.split("\n")[0] + "\n" + HIGH)),
    "scrypt_work_factor_hex": (HEADER, file(shown="0xa")),
    "scrypt_work_factor_leading_garbage": (HEADER, file(shown="aaaa10")),
    "scrypt_work_factor_leading_plus": (HEADER, file(shown="+10")),
    "scrypt_work_factor_leading_zero_decimal": (HEADER, file(shown="010")),
    "scrypt_work_factor_leading_zero_octal": (HEADER, file(shown="012")),
    "scrypt_work_factor_missing": (HEADER, file(shown="")),
    "scrypt_work_factor_negative": (HEADER, file(shown="-10")),
    "scrypt_work_factor_overflow": (HEADER, file(shown=str((1 << 63) + 10))),
    "scrypt_work_factor_trailing_garbage": (HEADER, file(shown="10aaaa")),
    "scrypt_work_factor_wrong": (NOT_FOUND, file(work=18, shown="10")),
    "scrypt_work_factor_zero": (HEADER, file(shown="0")),
    "header_crlf": (HEADER, file(lambda head: head.replace("\n", "\r\n"), line=lambda mac: mac.replace("\n", "\r\n"))),
    "version_unsupported": (HEADER, file(version="v1234")),
    "hmac_bad": (HMAC, file(mac_key=bytes(16))),
    "hmac_extra_space": (HEADER, file(line=lambda mac: mac.replace("--- ", "---  "))),
    "hmac_garbage": (HEADER, file(line=lambda mac: mac.replace("--- ", "---AAA "))),
    "hmac_missing": (HEADER, file(line=lambda mac: "---\n")),
    "hmac_no_space": (HEADER, file(line=lambda mac: mac.replace("--- ", "---"))),
    "hmac_not_canonical": (HEADER, file(line=lambda mac: not_canonical(mac[:-1]) + "\n")),
    "hmac_trailing_space": (HEADER, file(line=lambda mac: mac[:-1] + " \n")),
    "hmac_truncated": (HEADER, file(line=lambda mac: "--- AAAA\n")),
    "stanza_bad_start": (HEADER, file(put(1, lambda line: line[2:]))),
    "stanza_base64_padding": (HEADER, file(put(2, lambda line: line + "="))),
    "stanza_empty_argument": (HEADER, file(put(1, lambda line: line.replace(" 10", "  10")))),
    "stanza_invalid_character": (HEADER, file(put(1, lambda line: line.replace("scrypt", "scr\x7fpt")))),
    "stanza_long_line": (HEADER, file(put(2, lambda line: line + "A" * 43))),
    "stanza_missing_body": (HEADER, file(lines(lambda parts: parts[:2] + parts[3:]))),
    "stanza_missing_final_line": (HEADER, file(put(2, lambda line: "A" * 64))),
    "stanza_multiple_short_lines": (HEADER, file(put(2, lambda line: line + "\n" + line))),
    "stanza_no_arguments": (HEADER, file(put(1, lambda line: "->"))),
    "stanza_not_canonical": (HEADER, file(put(2, not_canonical))),
    "stanza_spurious_cr": (HEADER, file(put(1, lambda line: line + "\r"))),
    "stream_bad_tag": (PAYLOAD, plain[:-1] + bytes([plain[-1] ^ 0xFF])),
    "stream_empty_payload": ("success", file(chunks=((b"", True),))),
    "stream_missing_tag": (PAYLOAD, plain[:-16]),
    "stream_no_chunks": (PAYLOAD, cut(head_length + 16)),
    "stream_no_final": (PAYLOAD, file(chunks=((b"age", False),))),
    "stream_no_nonce": (HEADER, cut(head_length)),
    "stream_short_nonce": (HEADER, cut(head_length + 12)),
    "stream_short_chunk": (PAYLOAD, file(chunks=((b"age", False), (b"age", True)))),
    "stream_trailing_garbage_short": (PAYLOAD, plain + b"AAA"),
    "stream_two_final_chunks": (PAYLOAD, file(chunks=((b"age", True), (b"age", True)))),
    "armor_scrypt": ("success", armored(plain)),
    "armor_crlf": ("success", armored(plain).replace(b"\n", b"\r\n")),
    "armor_empty": (ARMOR, armored(b"")),
    "armor_empty_line_begin": (ARMOR, armored(plain, change=lambda all: all[:1] + [""] + all[1:])),
    "armor_empty_line_end": (ARMOR, armored(plain, change=lambda all: all[:-1] + [""] + all[-1:])),
    "armor_eol_between_padding": (ARMOR, armored(plain + b"", change=lambda all: all[:-2] + [all[-2][:-1], "="] + all[-1:])),
    "armor_garbage_encoded": (PAYLOAD, armored(plain + b"garbage")),
    "armor_garbage_leading": (ARMOR, b"garbage\n" + armored(plain)),
    "armor_garbage_trailing": (ARMOR, armored(plain) + b"garbage\n"),
    "armor_headers": (ARMOR, armored(plain, change=lambda all: all[:1] + ["Headers: are", "Not: allowed", ""] + all[1:])),
    "armor_invalid_character_header": (ARMOR, armored(plain, change=lambda all: all[:1] + ["*" + all[1][1:]] + all[2:])),
    "armor_invalid_character_payload": (ARMOR, armored(plain, change=lambda all: all[:-2] + ["*" + all[-2][1:]] + all[-1:])),
    "armor_long_line": (ARMOR, armored(plain, change=lambda all: all[:1] + [all[1] + all[2]] + all[3:])),
    "armor_lowercase": (ARMOR, armored(plain, "-----begin age encrypted file-----", "-----end age encrypted file-----")),
    "armor_no_end_line": (ARMOR, armored(plain, change=lambda all: all[:-1])),
    "armor_no_eol": ("success", armored(plain)[:-1]),
    "armor_no_padding": (ARMOR, armored(plain, change=lambda all: all[:-2] + [all[-2].rstrip("=")] + all[-1:])),
    "armor_not_canonical": (ARMOR, armored(plain, change=lambda all: all[:-2] + [not_canonical(all[-2].rstrip("=")) + "="] + all[-1:])),
    "armor_pgp_checksum": (ARMOR, armored(plain, change=lambda all: all[:-1] + ["=AAAA"] + all[-1:])),
    "armor_short_line": (ARMOR, armored(plain, change=lambda all: all[:1] + [all[1][:32], all[1][32:]] + all[2:])),
    "armor_whitespace_begin": ("success", b" \t\n" + armored(plain)),
    "armor_whitespace_end": ("success", armored(plain) + b" \t\n"),
    "armor_whitespace_eol": (ARMOR, armored(plain, change=lambda all: all[:1] + [all[1] + " "] + all[2:])),
    "armor_whitespace_line_start": (ARMOR, armored(plain, change=lambda all: all[:1] + [" " + all[1]] + all[2:])),
    "armor_wrong_type": (ARMOR, armored(plain, "-----BEGIN MESSAGE-----", "-----END MESSAGE-----")),
}


def opened_by_age(data):
    """Whether Debian's `age` opens a file. It asks for the passphrase at a terminal."""
    with tempfile.NamedTemporaryFile() as sealed:
        sealed.write(data)
        sealed.flush()
        process, terminal = pty.fork()
        if process == 0:
            os.execvp("age", ["age", "--decrypt", "--output", "/dev/null", sealed.name])
        try:
            os.write(terminal, b"password\n")
            while os.read(terminal, 4096):
                pass
        except OSError:
            pass
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "../../Vectors/age_armor_scrypt.json")) as known:
        assert armored(plain).decode().splitlines() == json.load(known)["file_lines"], "not the bytes of the kit"
    for name, (expected, data) in CASES.items():
        # The program looks for the armor at the first byte; only the library of `age` skips what stands before it.
        if name != "armor_whitespace_begin" and opened_by_age(data) != (expected == "success"):
            print(f"age differs: {name} is expected to be {expected}")
    cases = [
        {"name": name, "expect": expected, "file": base64.b64encode(data).decode()}
        for name, (expected, data) in CASES.items()]
    source = (
        "the cases of age's test kit (C2SP/CCTV, age) that apply to scrypt, made by Tests/Peers/age/testkit.py; "
        "those of type X25519 with a recipient of type scrypt; Debian's age 1.1.1 agrees with each but armor_whitespace_begin, which only its library takes")
    with open(sys.argv[1], "w") as written:
        json.dump({"source": source, "passphrase": "password", "payload": "age", "cases": cases}, written, indent=2)
        written.write("\n")


main()
