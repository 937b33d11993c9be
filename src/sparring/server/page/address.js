// Sentences of a game name its seats: "P1 draws 1 card." Here they speak to whoever reads them: "You draw 1 card."

const IRREGULAR = { has: 'have', is: 'are', was: 'were', does: 'do', goes: 'go' };

/** A verb as it follows "you" and "they": draws, draw; trashes, trash; carries, carry. */
function withYou(verb) {
  if (IRREGULAR[verb]) return IRREGULAR[verb];
  if (/(ss|sh|ch|x|z)es$/.test(verb)) return verb.slice(0, -2);
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}

/** A name that is a pronoun: where a side is nobody in particular. */
const PRONOUNS = new Map([['They', ['they', 'their']]]);

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const capital = text => text[0].toUpperCase() + text.slice(1);

/** True for a place in a text where a sentence begins. */
const begins = (text, at) => /(^|[.!?:—] |\n)$/.test(text.slice(0, at));

export class Address {
  #seats;
  #pattern;

  /** `names` are those of the seats for the reader, who has the seat `own`, or null. */
  constructor(seats, names, own) {
    this.names = names;
    this.own = own;
    // A seat that is called by a letter, such as x, is not looked for: the letter may be part of a move.
    this.#seats = seats.filter(seat => seat.length > 1);
    this.places = new Map(seats.flatMap((seat, place) => [seat, capital(seat)].map(form => [form, place])));
    const forms = this.#seats.flatMap(seat => [seat, capital(seat)]).map(escaped);
    this.#pattern = new RegExp(`(?<![\\w-])(${forms.join('|')})('s)?(?![\\w-])(?: ([a-z]+))?`, 'g');
  }

  /** A sentence for the reader. */
  text(sentence) {
    if (!sentence || !this.#seats.length) return sentence;
    return sentence.replace(this.#pattern, (_, seat, owns, next, at) => {
      const place = this.places.get(seat);
      const rest = next ? ` ${next}` : '';
      const pronoun = place === this.own ? ['you', 'your'] : PRONOUNS.get(this.names[place]);
      if (!pronoun) return `${this.names[place]}${owns || ''}${rest}`;
      const word = pronoun[owns ? 1 : 0];
      const shown = begins(sentence, at) ? capital(word) : word;
      return owns || !next ? `${shown}${rest}` : `${shown} ${withYou(next)}`;
    });
  }

  /** Why something cannot be done, without the numbers of rules. */
  why(reason) {
    const plain = reason?.replace(/ \(R[\d.]+\)/g, '').replace(/^R[\d.]+: (.)/, (_, first) => first.toUpperCase());
    return plain && this.text(plain);
  }

  /** A message of the server with its scene and its news for the reader. */
  message(message) {
    const { scene, news } = message;
    return {
      ...message,
      ...(news && { news: news.map(line => this.text(line)) }),
      ...(scene && { scene: this.#scene(scene) }),
    };
  }

  #scene(scene) {
    const shapes = scene.shapes.map(shape =>
      shape.kind === 'label' && !this.#isDrawn(shape) ? { ...shape, text: this.#label(shape.text) } : shape,
    );
    const steps = scene.steps?.map(step => (step.say ? { ...step, say: this.text(step.say) } : step));
    return {
      ...scene,
      shapes,
      ...(steps && { steps }),
      prompt: this.text(scene.prompt),
      about: this.text(scene.about),
    };
  }

  /** True for a line of a terminal's drawing where seats are named around the board: its columns stay aligned. */
  #isDrawn = ({ look }) => look === 'mono' && this.names.length > 2;

  /** A label that is nothing but a seat is a name, and stands alone. */
  #label(text) {
    const place = this.places.get(text);
    return place != null && this.#seats.length ? this.names[place] : this.text(text);
  }
}
