/**
 * Decodes the literals of a dump. A token that is not an SQL literal becomes an unreadable value,
 * never a text.
 */

/** Token of a value. A value consists of words such as `_binary`, followed by the literal. */
export interface ValueToken {
  readonly kind: 'word' | 'text' | 'name' | 'mark';
  readonly text: string;
}

/** Prefix of an unreadable value. No text of a dump contains it. */
const UNREADABLE = '\u0000unreadable:';

export const unreadable = (shown: string): string => `${UNREADABLE}${shown}`;

/** Returns the dump's text of an unreadable value; undefined for any other value. */
export const unreadableText = (value: string | null | undefined): string | undefined =>
  value?.startsWith(UNREADABLE) ? value.slice(UNREADABLE.length) : undefined;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const CONSTANTS = new Map<string, string | null>([
  ['null', null],
  ['true', '1'],
  ['false', '0'],
]);
/** A binary literal with more bytes is a text instead of an integer. */
const MAX_NUMBER_BYTES = 8;

/**
 * Decodes a value. `isText` is true for text columns; binary literals of other columns are
 * integers.
 */
export function readLiteral(tokens: readonly ValueToken[], isText: boolean): string | null {
  const marks = tokens.filter(({ kind }) => kind === 'mark').map(({ text }) => text);
  const values = tokens.filter(({ kind }) => kind !== 'mark');
  const shown = unreadable(
    values
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 40),
  );
  if (marks.length > 0) {
    const isTime = marks.join('') === '()' && /^from_unixtime$/i.test(values[0]?.text ?? '');
    return isTime && values.length === 2 ? readLiteral(values.slice(1), isText) : shown;
  }
  const [first, second] = values;
  if (!first || values.length > 2) return shown;
  if (second) {
    if (/^_[a-z0-9]+$/i.test(first.text)) return readLiteral([second], isText);
    return second.kind === 'text' ? (readPrefixed(first.text, second, isText) ?? shown) : shown;
  }
  if (first.kind === 'text') return first.text;
  if (first.kind === 'name') return shown;
  const word = first.text.toLowerCase();
  if (CONSTANTS.has(word)) return CONSTANTS.get(word)!;
  if (NUMBER.test(word)) return expandExponent(word);
  return readRadix(word, isText) ?? shown;
}

function readPrefixed(prefix: string, { text }: ValueToken, isText: boolean): string | undefined {
  switch (prefix.toLowerCase()) {
    case 'n':
      return text;
    case 'x':
      return readRadix(`0x${text}`, isText);
    case 'b':
      return readRadix(`0b${text}`, isText);
    default:
      return undefined;
  }
}

/** Decodes `0x3732` and `0b101`. */
function readRadix(word: string, isText: boolean): string | undefined {
  const hex = /^0x((?:[0-9a-f]{2})*)$/i.exec(word)?.[1];
  if (hex !== undefined) return decodeBytes(Buffer.from(hex, 'hex'), isText);
  const bits = /^0b([01]{1,64})$/i.exec(word)?.[1];
  if (bits === undefined) return undefined;
  return decodeBytes(Buffer.from(BigInt(`0b${bits}`).toString(16).padStart(2, '0'), 'hex'), isText);
}

function decodeBytes(bytes: Buffer, isText: boolean): string | undefined {
  if (!isText && bytes.length > 0 && bytes.length <= MAX_NUMBER_BYTES)
    return BigInt(`0x${bytes.toString('hex')}`).toString();
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Converts `1.799e9` to 1799000000. A fractional number is not changed. */
function expandExponent(word: string): string {
  if (!word.includes('e')) return word;
  const value = Number(word);
  return Number.isSafeInteger(value) ? String(value) : word;
}
