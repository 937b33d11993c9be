"""Which tests are slow, and in which order tests run."""

SLOW = (
    "tests/test_docs.py",
    "tests/test_site.py",
    "docs/thinking.md",
    "tests/server/test_hidden.py",
    "tests/server/test_restart.py",
    "tests/server/test_stopping.py",
    "tests/server/test_several_servers.py",
    "tests/server/test_watching.py",
    "tests/server/test_limits.py",
    "tests/server/test_events.py",
    "tests/server/test_storage.py",
    "tests/server/test_client.py",
    "tests/server/test_description.py",
    "tests/server/test_page_calls.py",
    "tests/browser/",
    "tests/test_golden.py::test_a_golden_game_is_played_again_to_the_letter[oware]",
    "tests/games/test_connect4_solver.py",
    "tests/games/onepiece/minds/test_scorer.py",
    "tests/games/onepiece/minds/test_games.py",
    "tests/games/onepiece/minds/test_explanations.py",
    "tests/games/onepiece/minds/test_faults.py",
    "tests/games/onepiece/minds/test_helper_process.py",
    "tests/games/onepiece/minds/test_styles.py",
    "tests/games/onepiece/minds/test_factors.py",
    "tests/games/onepiece/minds/test_hidden_cards.py",
    "tests/games/onepiece/minds/test_opening_hands.py",
    "tests/games/onepiece/minds/test_settings.py",
    "tests/games/onepiece/test_random_games.py",
    "tests/games/onepiece/test_samples.py",
    "tests/games/onepiece/test_hidden_information.py",
    "tests/games/onepiece/test_known_cards.py",
    "tests/games/onepiece/test_repeating.py",
    "tests/games/onepiece/minds/test_puzzles.py",
    "tests/games/test_oware_master.py",
    "tests/games/test_oware_opponents.py",
    "tests/games/test_oware_tables.py",
    "tests/games/test_connect4_opponents.py",
    "tests/games/test_connect4_tournaments.py",
    "tests/games/test_connect4_book.py",
    "tests/games/test_connect4_perfect.py",
    "tests/games/test_fourinarow_opponents.py",
    "tests/games/test_fourinarow_hard.py",
    "tests/games/test_fourinarow_perfect.py",
    "tests/games/test_fourinarow_perfect_games.py",
    "tests/games/test_fourinarow_event_loop.py",
    "tests/games/test_fourinarow_proof.py",
    "tests/games/test_characters.py",
    "tests/games/test_chance_characters.py",
    "tests/games/test_rule_characters.py",
    "tests/brains/test_alphabeta.py::test_another_evaluation",
    "tests/brains/test_minimax.py::test_a_deeper_search",
    "tests/brains/test_minimax.py::test_alphabeta_finds",
    "tests/match/test_faults.py",
    "tests/match/test_process_ends.py",
    "tests/rules/test_compiler.py",
    "tests/terminal/test_arena.py::test_the_champion",
    "tests/terminal/test_arena.py::test_the_result",
    "tests/terminal/test_deck_tables.py",
    "tests/terminal/test_play.py",
    "tests/work/test_ray.py",
    "tests/arena/test_measuring.py",
)
"""Beginnings of the ids of slow tests, which `make check` leaves out; those with the longest single tests first."""


def place(test: str) -> int:
    """The place of a test in the run: slow ones come first, so that only short ones are left when a worker runs out."""
    return next((number for number, beginning in enumerate(SLOW) if test.startswith(beginning)), len(SLOW))


def is_slow(test: str) -> bool:
    """True if `make check` leaves the test out."""
    return place(test) < len(SLOW)
