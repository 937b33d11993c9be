"""`sparring play`: a person against one or several opponents, in the terminal."""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from itertools import count

from rich.status import Status

from sparring.arena.standing import Help, Result, adapted
from sparring.coach.hint import Hint, hint
from sparring.coach.lessons import first_game, next_lesson
from sparring.match import (
    ChanceFell,
    DecisionAsked,
    Event,
    FallbackUsed,
    Match,
    MatchOver,
    MatchStarted,
    MoveMade,
    OfferDeclined,
    OfferMade,
    Person,
    RemarkMade,
    TakenBack,
)
from sparring.match.standing import score_text, who_won, why_over
from sparring.opponents import Entry, Opponent, entry_for, opponent
from sparring.rules import (
    AnyGame,
    IllegalMove,
    Offer,
    OfferKind,
    Outcome,
    SharesTheRest,
    SparringError,
    Thinking,
    may_share,
)
from sparring.rules.capabilities import description
from sparring.rules.chance import chances_at
from sparring.rules.offer import SharesAtTheEnd
from sparring.rules.registry import game as find_game
from sparring.rules.teaching import HasLessons
from sparring.terminal import me
from sparring.terminal.addressed import Address
from sparring.terminal.again import another_try
from sparring.terminal.arguments import game_of, numbered, opponents_of, seat_of, seed_of, writable
from sparring.terminal.keyboard import forget_typed, somebody_is_there
from sparring.terminal.menu import Left, ask, ask_for_more, choose_game, choose_opponents, choose_seat
from sparring.terminal.output import (
    OFFERS,
    console,
    name_of_seat,
    plain,
    refusals_shown,
    show,
    show_after,
    show_fallback,
    show_menu,
    show_position,
)
from sparring.terminal.talk import Talk
from sparring.work.threads import JobThread

HELP = (
    "Type a move, or [name]hint[/] for an idea and once more for a good move, [name]undo[/] to take yours back, "
    "[name]help[/] or [name]quit[/]."
)


MORE_HELP = (
    "[name]help WORD[/] explains a word or a thing, and [name]why …[/] says why something is not possible. "
    "An option can be typed too, instead of its number."
)


TALKING = "Type [name]say …[/] to talk."

SHARING = "Little is left to be won. Type [name]share[/] to offer to share it, or play on."


def play(options: argparse.Namespace) -> None:
    """Play a match, and more if the person wants."""
    try:
        game = game_of(options) if options.game else choose_game()
        if options.teach:
            _teach(options, game)
            return
        if options.again or options.move:
            it = another_try(options, game)
            Session(it.game, it.opponents, it.seat, it.seed, options.save, help="start", opening=it.opening).run()
            return
        names, seat = opponents_of(options.opponent, game), seat_of(options, game)
        if not names:
            names = choose_opponents(game)
            seat = choose_seat(game) if seat is None else seat
        seat = seat or 0
        for round_number in count(1):
            help: Help = "" if options.seed is None else "seed"
            Session(game, names, seat, seed_of(options), numbered(options.save, round_number), help=help).run()
            again = ask_for_more() if somebody_is_there() else ""
            if not again:
                return
            if again == "o":
                names = choose_opponents(game)
            seat = (seat + 1) % len(game.seats) if again == "s" else seat
            options.seed = None
    except (Left, KeyboardInterrupt):
        show("\nUntil next time.")


def _teach(options: argparse.Namespace, game: AnyGame) -> None:
    """Play a game's teaching game, which has its own opponent and set-up."""
    given = [word for word in ("opponent", "second", "seat", "decks", "seed") if getattr(options, word)]
    if given:
        raise SparringError(f"The teaching game has a set-up of its own, so --teach takes no --{given[0]}.")
    first = first_game(game)
    game = find_game(first.game)
    Session(game, [first.opponent], first.seat, first.seed, options.save, help="lesson").run()


class Session:
    """One match between a person and opponents, shown as it happens."""

    def __init__(
        self,
        game: AnyGame,
        opponents: Sequence[str],
        seat: int,
        seed: int,
        save_to: str | None,
        *,
        help: Help,
        opening: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.seat = seat
        self.person = Person()
        self.standing = me.standing_in(game)
        self.opponents = [opponent(game, adapted(game, name, self.standing)) for name in opponents]
        self.help: Help = help
        self.lessons_told: list[str] | None = [] if help == "lesson" else None
        self.save_to = writable(save_to) if save_to else None
        players: list[Person | Opponent] = [*self.opponents]
        players.insert(seat, self.person)
        self.match = Match(
            game,
            players,
            seed=seed,
            time_limit=[player.time_limit if isinstance(player, Opponent) else None for player in players],
            paced=sys.stdout.isatty(),
            opening=opening,
        )
        self.told = Address(game.seats, [self._who(each) for each in range(len(game.seats))], seat)
        self.talk = Talk(seat, {at: player for at, player in enumerate(players) if at != seat})
        self.told_of_sharing = not isinstance(self.game, SharesAtTheEnd)
        self.thinking = Status("", console=console())

    def run(self) -> None:
        """Play to the end; whatever happens, the record is saved."""
        try:
            for event in self.match.follow():
                self._show(event)
            self._keep_result()
        finally:
            self.thinking.stop()
            if self.save_to:
                self.save_to.write_text(str(self.match.record), "utf-8")

    def _show(self, event: Event) -> None:
        self.thinking.stop()
        match event:
            case MatchStarted():
                self._introduce()
                self._draw(event.position)
            case DecisionAsked(decision=decision) if decision.seat == self.seat:
                self._ask_person()
            case DecisionAsked(decision=decision):
                self.thinking.update(f"{self._who(decision.seat)} is thinking …")
                self.thinking.start()
            case FallbackUsed():
                show_fallback(self._who(event.seat), event)
            case RemarkMade():
                if remark := event.heard[self.seat]:
                    self._show_said(event.seat, remark)
                    self.talk.heard(event.seat, remark)
            case OfferMade(offer=offer):
                if offer.seat != self.seat:
                    who = self._who(offer.seat)
                    show(f"\n[name]{who}[/] {OFFERS[offer.kind]} Type [name]accept[/], or play on.")
            case OfferDeclined(offer=offer):
                show(f"[name]{self._who(1 - offer.seat)}[/] would rather play on.")
            case MoveMade():
                show(f"\n[name]{self._who(event.seat)}[/]: [name]{plain(event.seen[self.seat])}[/]")
                if chances_at(self.game, event.position):
                    return
                asked = self.game.to_move(event.position) == self.seat
                self._show_after(event.position, event.seen[self.seat], asked)
            case ChanceFell():
                self._show_fall(event)
            case TakenBack():
                show("\nTaken back.")
                self._draw(event.position)
            case MatchOver(outcome=outcome):
                self._show_outcome(outcome)

    def _introduce(self) -> None:
        own = self.game.seats[self.seat]
        named = "" if self.told.stands_for(own) else f"you are {name_of_seat(self.game, self.seat)}, and "
        show(f"\n[name]{plain(self.game.title)}[/]: {named}you play against")
        for seat, player in enumerate(self.match.players):
            if seat != self.seat:
                entry = self._entry(seat)
                where = f" ({name_of_seat(self.game, seat)})" if len(self.opponents) > 1 else ""
                show(f"{plain(entry.face)}  [name]{plain(player.name)}[/]{where}  {plain(entry.about)}")
        show(f"{HELP} {TALKING}" if self.talk.is_answered else HELP)
        if isinstance(self.game, HasLessons) and not self.standing.results and self.lessons_told is None:
            name = self.game.name.partition(":")[0]
            show(f"[faint]Your first game? [/][name]sparring play {name} --teach[/][faint] explains it as you play.[/]")
        said = me.stakes(self.standing, self._result())
        show(f"{said}\n")

    def _result(self, score: float = 0.5) -> Result:
        """The match as it is kept of the person, with a score."""
        against = " and ".join(opponent.name for opponent in self.opponents)
        moves = len(self.match.table.choices)
        return Result(self.game.name, against, self.seat, score, time.time(), moves, help=self.help)

    def _keep_result(self) -> None:
        """Keep how the match ended, and say what that did to the rating."""
        outcome = self.match.table.outcome
        if outcome is None:
            return
        places = outcome.places_of(len(self.game.seats))
        first = places[self.seat] == 1
        kept = self._result((1.0 if places.count(1) == 1 else 0.5) if first else 0.0)
        me.keep(kept)
        show(f"[faint]{plain(me.tell_change(me.standing_in(self.game), kept))}[/]")

    def _show_fall(self, event: ChanceFell) -> None:
        """Show what chance decided, as far as the person may see it."""
        told = event.seen[self.seat]
        show(f"\n[name]chance[/]: [name]{plain(told)}[/]" if told else "\n[faint]Chance decides.[/]")
        if chances_at(self.game, event.position):
            return
        asked = self.game.to_move(event.position) == self.seat
        self._show_after(event.position, told, asked)

    def _show_outcome(self, outcome: Outcome) -> None:
        names = [self._who(seat) for seat in range(len(self.game.seats))]
        who, score = who_won(names, outcome), score_text(names, outcome)
        said = {"draw": "A draw", "You wins": "You win"}.get(who, who)
        several = len(names) > 2
        why = why_over(["you" if name == "You" else name for name in names], outcome)
        show(f"[name]{said}{f', {score}' if score and not several else ''}[/]: {plain(why)}.")
        if score and several:
            show(f"{score}.")

    def _ask_person(self) -> None:
        """Ask until the person gives a legal move, or takes one back."""
        position = self.match.table.position
        view = self.game.view(position, self.seat)
        options = list(self.game.options(position))
        forget_typed()  # what was typed before the opponent's move was seen
        numbered = self._show_question(position, view, options)
        hinted: Hint | None = None
        own = self.game.seats[self.seat]
        question = "Your move: " if self.told.stands_for(own) else f"Your move ({own}): "
        while True:
            entry = ask(question)
            if entry not in options:
                entry = numbered.get(entry, entry)
            if entry in options:  # a move may be called h or q
                self.person.answer(entry)
                return
            word, _, rest = entry.partition(" ")
            match word.lower():
                case "quit" | "q" | "exit" if not rest:
                    raise Left
                case "help" | "h" | "?" if rest:
                    lines = description(self.game, view, rest) or [f"There is nothing to say about {rest!r} here."]
                    show(plain("\n".join(lines)))
                case "why" if rest:
                    why = f"{rest!r} is possible." if rest in options else self.game.why_not(position, rest)
                    show(plain(self.told.text(why)))
                case "help" | "h" | "?":
                    self._show_help(view, options, bool(numbered))
                case "hint" if not rest:
                    self.help = self.help or "hint"
                    hinted = self._show_hint(position, hinted)
                case "say" if rest:
                    self._say(rest)
                case "skip" if not rest and self.lessons_told is not None:
                    self._skip_lessons()
                case "undo" if not rest:
                    if self.match.take_back(self.seat):
                        self.help = self.help or "undo"
                        return
                    show("There is nothing to take back yet.")
                case "share" if not rest and isinstance(self.game, SharesTheRest):
                    with refusals_shown():
                        self.match.offer(Offer(OfferKind.SHARE, self.seat))
                        return
                case "accept" if not rest and any(offer.seat != self.seat for offer in self.match.table.offers):
                    self.match.accept(OfferKind.SHARE, self.seat)
                    return
                case "":
                    continue
                case _:
                    try:
                        move = self.game.read_move(position, entry)
                    except IllegalMove as refusal:
                        show(f"[warn]{plain(self.told.text(str(refusal)))}[/]")
                        continue
                    self.person.answer(self.game.move_text(position, move))
                    return

    def _show_help(self, view: object, options: list[str], numbered: bool) -> None:
        """What can be typed, and the legal moves."""
        show(HELP)
        if numbered:
            show(MORE_HELP)
            show_menu(self.game, view, options, self.told)
        else:
            show(f"Legal moves: {plain(' '.join(sorted(options)))}")

    def _show_question(self, position: object, view: object, options: list[str]) -> Mapping[str, str]:
        """Show what there is to know before a decision, and its options; returns these by number."""
        self._mention_sharing(position)
        self._tell_lesson(position)
        return show_menu(self.game, view, options, self.told)

    def _skip_lessons(self) -> None:
        self.lessons_told = None
        show("No more lessons. The match goes on.")

    def _tell_lesson(self, position: object) -> None:
        """Explain what comes up for the first time, in a game to learn from."""
        if self.lessons_told is None or not (lesson := next_lesson(self.game, position, self.lessons_told)):
            return
        self.lessons_told.append(lesson.id)
        show(f"\n[name]{plain(lesson.title)}[/]  [faint](skip: no more lessons)[/]")
        for sentence in lesson.sentences:
            show(plain(sentence))
        for stake in lesson.stakes:
            show(f"  [name]{plain(stake.option)}[/]: {plain(stake.sentence)}")

    def _mention_sharing(self, position: object) -> None:
        """Say once that what is left may be shared, when that has become possible."""
        if not self.told_of_sharing and not list(self.match.table.offers) and may_share(self.game, position):
            self.told_of_sharing = True
            show(SHARING)

    def _show_hint(self, position: object, before: Hint | None) -> Hint:
        """Show an idea; the move and its reason once the idea was shown before."""
        if before is not None:
            show(f"[name]{plain(before.advice)}[/] [say]{plain(before.reason)}[/]")
            return before
        found = self._hint(position)
        show(f"[say]{plain(found.idea)}[/] [faint]Type hint again for the move.[/]")
        return found

    def _hint(self, position: object) -> Hint:
        """A hint, thought of in a thread, so that Ctrl-C stops it at once."""
        thread, thinking = JobThread("sparring hint"), Thinking()
        try:
            return thread.start(lambda: hint(self.game, position, thinking), thinking).wait()
        finally:
            thread.close()

    def _say(self, text: str) -> None:
        """Say something to the opponents, and show what they reply."""
        with refusals_shown():
            for reply in self.talk.say(text):
                self._show_said(reply.seat, reply.text)

    def _show_said(self, seat: int, text: str) -> None:
        show(f"\n[name]{self._who(seat)}[/]: [say]“{plain(text)}”[/]")

    def _draw(self, position: object) -> None:
        show_position(self.game, position, self.seat, self.told)

    def _show_after(self, position: object, last: str, asked: bool) -> None:
        show_after(self.game, position, last, self.told, seat=self.seat, asked=asked, stepwise=self.match.paced)

    def _who(self, seat: int) -> str:
        if seat == self.seat:
            return "You"
        name = self._entry(seat).name
        return f"{name} ({self.game.seats[seat]})" if len(self.opponents) > 1 else name

    def _entry(self, seat: int) -> Entry:
        return entry_for(self.game, self.match.players[seat].name)
