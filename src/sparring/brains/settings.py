"""Settings that several brains declare alike. A brain that means something else by a name declares its own."""

from sparring.rules.settings import Setting

DEPTH = Setting.whole("depth", 1, 100, default=None, optional=True, about="how many moves it looks ahead")
NODES = Setting.whole("nodes", 1, 10**12, default=None, optional=True, about="how many positions it looks at")
TABLE_SIZE = Setting.number("table", 0, 16384, default=16, about="megabytes for the transposition table; 0 for none")
THOROUGH = Setting.switch("thorough", default=False, about="gives every move its exact score, not only the best one")
DEEPENING = Setting.switch("deepening", default=True, about="looks one move further ahead at a time")
PRUNING = Setting.switch("pruning", default=True, about="skips what cannot change the result")
BOOK = Setting.switch("book", default=True, about="plays known openings from its book")
