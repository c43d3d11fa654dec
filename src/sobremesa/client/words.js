/**
 * Words: phrases said as sentences, exactly as `core/words.py` says them.
 *
 * A phrase is a key with values, as it travels: `{"say": key, name: value, …}`. A value is a text, a number, on or off,
 * a seat (`{"seat": 0}`), another phrase, or a list of those.
 */

/** @typedef {{say: string, [name: string]: any}} Phrase */
/** @typedef {Readonly<Record<string, string>>} Catalogue */

/** This is a language as the given catalogues speak it; the first that knows a key decides. */
export class Words {
  /**
   * @param {string} language
   * @param {...Catalogue} catalogues
   */
  constructor(language, ...catalogues) {
    this.language = language;
    this.catalogues = catalogues;
  }

  /**
   * This says a phrase as a sentence; names are those of the players, seat by seat.
   *
   * @param {Phrase} phrase
   * @param {readonly string[]} [names]
   * @returns {string}
   */
  say(phrase, names = []) {
    return formatted(this.#sentence(phrase), (name) => {
      if (name === "say" || !Object.hasOwn(phrase, name)) throw new Error(`${phrase.say}: no value for ${name}`);
      return this.#spoken(phrase[name], names);
    });
  }

  /**
   * This says the sentence of a key.
   *
   * @param {string} key
   * @param {Record<string, any>} [values]
   * @returns {string}
   */
  of(key, values = {}) {
    return this.say({ ...values, say: key });
  }

  /**
   * This tells whether there is a sentence for a key.
   *
   * @param {string} key
   * @returns {boolean}
   */
  has(key) {
    return this.catalogues.some((known) => Object.hasOwn(known, key) || Object.hasOwn(known, `${key}.other`));
  }

  /**
   * @param {Phrase} phrase
   * @returns {string}
   */
  #sentence(phrase) {
    // A sentence that depends on a number has two forms, chosen by the value named `count`.
    const form = `${phrase.say}.${phrase.count === 1 ? "one" : "other"}`;
    for (const known of this.catalogues)
      for (const key of [phrase.say, form]) if (Object.hasOwn(known, key)) return /** @type {string} */ (known[key]);
    throw new Error(`no words for '${phrase.say}' in '${this.language}'`);
  }

  /**
   * @param {any} value
   * @param {readonly string[]} names
   * @returns {string}
   */
  #spoken(value, names) {
    if (Array.isArray(value))
      return value.map((part) => this.#spoken(part, names)).join(isPhrase(value[0]) ? "; " : ", ");
    if (isPhrase(value)) return this.say(value, names);
    if (typeof value === "object" && value !== null)
      return names[value.seat] ?? this.of("seat", { number: value.seat + 1 });
    if (typeof value === "boolean") return this.of(value ? "on" : "off");
    return String(value);
  }
}

/**
 * This tells whether a value is a phrase inside a phrase.
 *
 * @param {any} value
 * @returns {value is Phrase}
 */
export function isPhrase(value) {
  return typeof value === "object" && value !== null && "say" in value;
}

/**
 * This fills the braces of a sentence; doubled braces stand for themselves.
 *
 * @param {string} sentence
 * @param {(name: string) => string} value
 * @returns {string}
 */
function formatted(sentence, value) {
  return sentence.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) => (name === undefined ? found.slice(0, 1) : value(name)));
}
