import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 } as const;
const LAST = 0x10ffff;

/**
 * Generates a text of any one code point, as the unit of `fc.string`. The unit `binary` of
 * fast-check builds a table of all code points first, which takes seconds.
 */
export const codePoints: fc.Arbitrary<string> = fc.nat({ max: LAST - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  (text) => {
    const [character, ...others] = String(text);
    const code = character?.codePointAt(0) ?? Number.NaN;
    const isSurrogate = code >= SURROGATES.first && code < SURROGATES.first + SURROGATES.count;
    if (Number.isNaN(code) || isSurrogate || others.length > 0)
      throw new Error('not a single code point');
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);
