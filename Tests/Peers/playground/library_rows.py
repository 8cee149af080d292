"""Which client of which library signs in at which entry, and what must come of it.

`client`: a class or a provider as the library calls it, where that is another name than the entry's. `user`, `name`,
`email`: what it reads. `more`: what is added to the authorization URL. The others are as in social_rows.py.
"""

from dataclasses import dataclass, field

EMAIL = "zoe.lukasik@playground.invalid"
NAME = "Zoë Łukasik"


@dataclass
class Row:
    entry: str
    client: str = ""
    user: str = "73003"
    name: str = NAME
    email: str = EMAIL
    moved: dict = field(default_factory=dict)
    settings: dict = field(default_factory=dict)
    application: dict = field(default_factory=dict)
    more: dict = field(default_factory=dict)
    wrong_secret: tuple = ("invalid_client", "signature_invalid")
    refused: str = ""
    why: str = ""

    def __post_init__(self):
        self.client = self.client or self.entry
