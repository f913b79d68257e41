/**
 * Hostile values for fields, ids, queries and bodies. JSON is given as text, because it may contain
 * values that JavaScript cannot represent.
 */
import { codePoints } from '@ramal/contract/rules/code-points.fixtures';
import fc from 'fast-check';

/** Values that are valid in JSON, but that JavaScript never writes. */
export const rawJson = [
  '1e309',
  '9007199254740993',
  `1${'0'.repeat(300)}`,
  '{"__proto__":{"profile":"admin"},"constructor":{"prototype":{}}}',
  String.raw`"\ud800"`,
  String.raw`"\udfff\ud800 nota"`,
  String.raw`"\u0000"`,
  String.raw`"antes\u0000depois"`,
];

/**
 * Deeply nested and large values. A request with such a value takes several times as long as other
 * requests.
 */
export const deepJson = [
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
];

/** JSON values of every type, of every length, in every script. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...rawJson, ...deepJson),
  fc
    .constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      0.1 + 0.2,
      1.5,
      2 ** 31,
      2 ** 53 + 2,
      -(2 ** 63),
      [],
      [[]],
      {},
      { toString: 1 },
    )
    .map((value) => JSON.stringify(value)),
  fc
    .constantFrom(
      '',
      ' ',
      '0',
      '-0',
      '+1',
      '1e3',
      '0x10',
      'NaN',
      'null',
      '__proto__',
      'constructor',
      '\\',
      '%',
      '_',
      "'; drop table lines; --",
      '<img src=x onerror=alert(1)>',
      '=1+1',
      '\u202e\u2066',
      '١٢٣٤٥',
      '😀'.repeat(90),
      'ﷺ'.repeat(300),
      '\r\nset-cookie: a=b',
      '0000-00-00',
      '9999-12-31',
      '+275760-09-14',
    )
    .map((value) => JSON.stringify(value)),
  fc.integer({ min: 200, max: 60_000 }).map((length) => JSON.stringify('a'.repeat(length))),
  fc.integer({ min: 200, max: 3000 }).map((length) => JSON.stringify(Array(length).fill(1))),
  fc.string({ unit: codePoints, maxLength: 40 }).map((value) => JSON.stringify(value)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
);

export const hostileIds = fc.constantFrom(
  '0',
  '-1',
  '1.5',
  '1e3',
  '١',
  '9007199254740993',
  '9'.repeat(150),
  'a'.repeat(500),
  '%00',
  '%',
  '%E0%A4%A',
  '..',
  '%2e%2e%2f',
  '[]',
  'null',
);

export const hostileQueries = fc.constantFrom(
  'page=1&page=2',
  'page[]=1',
  'search[a]=b',
  '__proto__=1',
  'search=%00',
  'search=%',
  'search=%ED%A0%80',
  '&&&=&',
  `search=${'a'.repeat(3000)}`,
);

/** Values of a field in the query, percent-encoded. `NAME` is replaced by the name of the field. */
export const hostileText = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '1e309',
  '9'.repeat(400),
  '%5B%5D',
  '1&NAME=2',
  '__proto__',
];

/** Bodies that the server cannot parse. */
export const unreadable = [
  '{',
  '{"a":1',
  "{'a':1}",
  'isOficial=true&nota=x',
  '<xml/>',
  'undefined',
  '\u0000',
  '------x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n------x--',
] as const;

/** Valid JSON that is not an object. */
export const notFields = [
  'null',
  '1',
  '"texto"',
  'true',
  '[]',
  '[1,2,3]',
  '[{"isOficial":true}]',
] as const;
