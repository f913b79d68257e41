import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codePoints } from './code-points.fixtures.ts';
import { MAC_LENGTH, MAC_REFUSED, formatMac, isMac, mac } from './mac.ts';
import { readInput } from '../api/validation.ts';

const hex = fc.stringMatching(/^[0-9a-fA-F]{12}$/);
const between = fc.array(fc.constantFrom('', ':', '-', '.', ' ', '::', 'é', '\u200b'), {
  minLength: 13,
  maxLength: 13,
});
const parsed = (value: unknown) => readInput(z.object({ mac }), { mac: value });

describe('a MAC while a user types it (V-20)', () => {
  it('the typed text becomes at most six pairs of letters and digits with colons', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoints, maxLength: 60 }), (typed) => {
        const formatted = formatMac(typed);
        const expectedLetters = typed.replace(/[^a-z0-9]/gi, '').slice(0, 12);
        expect(formatted.replaceAll(':', '')).toBe(expectedLetters.toUpperCase());
        expect(formatted).toMatch(/^([0-9A-Z]{2}(:[0-9A-Z]{2})*(:[0-9A-Z])?|[0-9A-Z])?$/);
        expect(formatted.length).toBeLessThanOrEqual(MAC_LENGTH);
        expect(formatMac(formatted)).toBe(formatted);
      }),
    );
  });

  it('formats a MAC typed letter by letter like a pasted MAC', () => {
    fc.assert(
      fc.property(hex, (typed) => {
        const byLetter = Array.from(typed).reduce((shown, letter) => formatMac(shown + letter), '');
        expect(byLetter).toBe(formatMac(typed));
      }),
    );
  });
});

describe('a MAC as the form sends it (V-21)', () => {
  it('reads every spelling as the same MAC', () => {
    fc.assert(
      fc.property(hex, between, (digits, marks) => {
        const written = Array.from(digits, (digit, at) => marks[at]! + digit).join('') + marks[12]!;
        const read = parsed(written);
        if (!isMac(formatMac(digits))) return;
        expect(read).toEqual({ ok: true, data: { mac: formatMac(digits) } });
      }),
    );
  });

  it.each([
    ['too short', 'A0:B1:C2:D3:E4:F'],
    ['a letter that is not hexadecimal', 'A0:B1:C2:D3:E4:G5'],
    ['only zeros', '00:00:00:00:00:00'],
    ['the broadcast address', 'ff-ff-ff-ff-ff-ff'],
    ['the placeholder that phones send', '020000000000'],
    ['only separators', '::::'],
  ])('refuses a MAC: %s', (_why, value) => {
    expect(parsed(value)).toEqual({ ok: false, fields: { mac: MAC_REFUSED } });
  });

  it('at most twelve characters are read, and an empty MAC is refused', () => {
    expect(parsed('A0B1C2D3E4F5FF')).toMatchObject({ data: { mac: 'A0:B1:C2:D3:E4:F5' } });
    expect(parsed(undefined)).toEqual({ ok: false, fields: { mac: 'O campo MAC é necessário.' } });
  });
});
