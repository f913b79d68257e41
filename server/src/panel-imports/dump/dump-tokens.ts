/**
 * Splits a MySQL dump into tokens as its bytes arrive. Memory is limited whatever the file
 * contains: the content of a text is stored only if `keeps` returns true, up to MAX_VALUE_BYTES
 * per value. Outside of quotes only ASCII bytes have a meaning, both in UTF-8 and in single-byte
 * encodings.
 */
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

export type TokenKind = 'word' | 'text' | 'name' | 'mark';

export interface TokenReader {
  /** True if the content of the quoted text that begins now is needed. */
  keeps(): boolean;
  /**
   * Receives a token. `bytes` is null if the content was not stored. A mark is one of `( ) , ; =`
   * and similar.
   */
  take(kind: TokenKind, bytes: Buffer | null): void;
  /** True if the file may end here. */
  isBetweenStatements(): boolean;
}

const MAX_VALUE_BYTES = 64 * 1024;
const MAX_WORD_BYTES = 1024;

const code = (letter: string): number => letter.charCodeAt(0);
const QUOTE = code("'");
const DOUBLE_QUOTE = code('"');
const BACKTICK = code('`');
const BACKSLASH = code('\\');
const DASH = code('-');
const SLASH = code('/');
const STAR = code('*');
const HASH = code('#');
const NEWLINE = 10;

/** Meanings of letters after a backslash. Every other letter represents itself. */
const ESCAPES = new Map([
  [code('0'), 0],
  [code('b'), 8],
  [code('t'), 9],
  [code('n'), NEWLINE],
  [code('r'), 13],
  [code('Z'), 26],
]);

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

/**
 * True for letters, digits, `_ $ @ : . + -` and all bytes outside of ASCII, which form names,
 * numbers and `a.b`.
 */
const isWordByte = (byte: number): boolean =>
  byte >= 128 ||
  (byte >= 48 && byte <= 58) ||
  (byte >= 64 && byte <= 90) ||
  (byte >= 97 && byte <= 122) ||
  byte === 95 ||
  byte === 36 ||
  byte === 43 ||
  byte === 46 ||
  byte === DASH;

type State =
  | 'ground'
  | 'word'
  | 'quoted'
  | 'escaped'
  | 'quote-seen'
  | 'dash-seen'
  | 'slash-seen'
  | 'line-comment'
  | 'block-comment'
  | 'star-seen'
  | 'delimited';

export class DumpTokens {
  #state: State = 'ground';
  #quote = 0;
  #keeps = false;
  #size = 0;
  #kept: Buffer[] = [];
  readonly #reader: TokenReader;

  constructor(reader: TokenReader) {
    this.#reader = reader;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) at = this.#step(chunk, at);
  }

  end(): void {
    if (this.#state === 'word') this.#finishWord();
    if (this.#state === 'quote-seen') this.#finishQuoted();
    const isWhole =
      ['ground', 'line-comment', 'delimited'].includes(this.#state) &&
      this.#reader.isBetweenStatements();
    if (!isWhole)
      throw new ExplainedFailure(
        'O arquivo termina no meio de um comando: o dump está incompleto. Exporte-o de novo.',
      );
  }

  /**
   * After `DELIMITER ;;`, everything until the delimiter is `;` again belongs to routines, which
   * are skipped.
   */
  skipDelimited(): void {
    this.#state = 'delimited';
    this.#begin(true);
  }

  /** Processes the chunk from this position and returns the next position. */
  #step(chunk: Buffer, at: number): number {
    switch (this.#state) {
      case 'ground':
        return this.#ground(chunk, at);
      case 'word':
        return this.#word(chunk, at);
      case 'quoted':
        return this.#quoted(chunk, at);
      case 'escaped':
        this.#keep(Buffer.of(ESCAPES.get(chunk[at]!) ?? chunk[at]!), MAX_VALUE_BYTES);
        this.#state = 'quoted';
        return at + 1;
      case 'quote-seen':
        return this.#afterQuote(chunk, at);
      case 'dash-seen':
        return this.#afterDash(chunk, at);
      case 'slash-seen':
        this.#state = chunk[at] === STAR ? 'block-comment' : 'ground';
        return this.#state === 'ground' ? at : at + 1;
      case 'delimited':
        return this.#delimited(chunk, at);
      default:
        return this.#comment(chunk, at);
    }
  }

  #ground(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && isSpace(chunk[at]!)) at += 1;
    const byte = chunk[at];
    if (byte === undefined) return at;
    if (byte === QUOTE || byte === DOUBLE_QUOTE || byte === BACKTICK) {
      this.#quote = byte;
      this.#state = 'quoted';
      this.#begin(byte === BACKTICK || this.#reader.keeps());
    } else if (byte === HASH) this.#state = 'line-comment';
    else if (byte === DASH) this.#state = 'dash-seen';
    else if (byte === SLASH) this.#state = 'slash-seen';
    else if (isWordByte(byte)) {
      this.#state = 'word';
      this.#begin(true);
      return at;
    } else if (byte < 32)
      throw new ExplainedFailure(
        'Este arquivo não é um dump SQL em texto. Exporte-o com mysqldump.',
      );
    else this.#reader.take('mark', chunk.subarray(at, at + 1));
    return at + 1;
  }

  #word(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && isWordByte(chunk[at]!)) at += 1;
    // Text longer than any name or number is a hexadecimal blob. Its beginning is sufficient.
    if (this.#size < MAX_WORD_BYTES)
      this.#keep(
        chunk.subarray(from, Math.min(at, from + MAX_WORD_BYTES - this.#size)),
        MAX_WORD_BYTES,
      );
    if (at < chunk.length) this.#finishWord();
    return at;
  }

  #finishWord(): void {
    this.#state = 'ground';
    this.#reader.take('word', this.#finish());
  }

  #quoted(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && chunk[at] !== this.#quote && chunk[at] !== BACKSLASH) at += 1;
    this.#keep(chunk.subarray(from, at), MAX_VALUE_BYTES);
    const byte = chunk[at];
    if (byte === undefined) return at;
    if (byte === this.#quote) this.#state = 'quote-seen';
    // In a name, a backslash is a normal character.
    else if (this.#quote === BACKTICK) this.#keep(chunk.subarray(at, at + 1), MAX_VALUE_BYTES);
    else this.#state = 'escaped';
    return at + 1;
  }

  /**
   * Continues after a quote in a quoted text. Two quotes in a row are one character of the text;
   * any other character ends the text.
   */
  #afterQuote(chunk: Buffer, at: number): number {
    if (chunk[at] !== this.#quote) {
      this.#finishQuoted();
      return at;
    }
    this.#keep(chunk.subarray(at, at + 1), MAX_VALUE_BYTES);
    this.#state = 'quoted';
    return at + 1;
  }

  #finishQuoted(): void {
    this.#state = 'ground';
    const kind = this.#quote === BACKTICK ? 'name' : 'text';
    this.#reader.take(kind, this.#keeps ? this.#finish() : null);
  }

  #afterDash(chunk: Buffer, at: number): number {
    if (chunk[at] === DASH) {
      this.#state = 'line-comment';
      return at + 1;
    }
    this.#state = 'word';
    this.#begin(true);
    this.#keep(Buffer.of(DASH), MAX_WORD_BYTES);
    return at;
  }

  #comment(chunk: Buffer, from: number): number {
    if (this.#state === 'star-seen') {
      if (chunk[from] === SLASH) this.#state = 'ground';
      else if (chunk[from] !== STAR) this.#state = 'block-comment';
      return from + 1;
    }
    const isLine = this.#state === 'line-comment';
    const end = chunk.indexOf(isLine ? NEWLINE : STAR, from);
    if (end === -1) return chunk.length;
    this.#state = isLine ? 'ground' : 'star-seen';
    return end + 1;
  }

  /** Processes one text line of a routine, or the part of the line that has arrived. */
  #delimited(chunk: Buffer, from: number): number {
    const end = chunk.indexOf(NEWLINE, from);
    const part = chunk.subarray(from, end === -1 ? chunk.length : end);
    if (this.#size < MAX_WORD_BYTES)
      this.#keep(part.subarray(0, MAX_WORD_BYTES - this.#size), MAX_WORD_BYTES);
    if (end === -1) return chunk.length;
    const line = this.#finish().toString('latin1');
    if (/^\s*delimiter\s+;\s*$/i.test(line)) this.#state = 'ground';
    else this.#begin(true);
    return end + 1;
  }

  #begin(keeps: boolean): void {
    this.#keeps = keeps;
    this.#size = 0;
    this.#kept = [];
  }

  #keep(bytes: Buffer, most: number): void {
    if (!this.#keeps || bytes.length === 0) return;
    this.#size += bytes.length;
    if (this.#size > most)
      throw new ExplainedFailure(
        `Um valor passa de ${MAX_VALUE_BYTES / 1024} kB: há um texto sem fim ou um dado que não é de painel.`,
      );
    // Copied, because a slice would keep the whole chunk in memory.
    this.#kept.push(Buffer.from(bytes));
  }

  #finish(): Buffer {
    const whole = this.#kept.length === 1 ? this.#kept[0]! : Buffer.concat(this.#kept);
    this.#kept = [];
    return whole;
  }
}
