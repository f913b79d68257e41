/** Tests that the contrast is sufficient for any accent colour that an operator chooses. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.ts';
import {
  TEXT_CONTRAST,
  accentFamily,
  accentFigures,
  accentProblem,
  backgrounds,
  confusableWith,
  signals,
} from '@ramal/contract/brands/accent-family';
import { contrast, toHex, hueDistance, toTone } from '@ramal/contract/brands/oklch';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const schemes = ['light', 'dark'] as const;

describe.each(schemes)('the %s family of any accent', (scheme) => {
  const check = (isFit: (family: ReturnType<typeof accentFamily>, accent: string) => void) =>
    fc.assert(
      fc.property(anyColor, (accent) => isFit(accentFamily(accent, scheme), accent)),
      {
        numRuns: runs(500),
        examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#00ff00'], ['#0000ff']],
      },
    );

  it('has an accent on which white text is readable, also under the pointer', () =>
    check((family) => {
      expect(contrast('#ffffff', family.accent)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      expect(contrast('#ffffff', family.accentHover)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      expect(family.accentHover).not.toBe(family.accent);
    }));

  it('has an accent ink that is readable on every background', () =>
    check(({ accentInk, accentSoft, sel }) => {
      for (const ground of [...backgrounds[scheme], accentSoft, sel]) {
        expect(contrast(accentInk, ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }
    }));

  it('has soft and selected backgrounds on which both inks are readable', () =>
    check(({ accentSoft, sel }) => {
      const inks = scheme === 'light' ? ['#16171d', '#4e515d'] : ['#edeef2', '#a8acb8'];
      for (const ground of [accentSoft, sel]) {
        for (const ink of inks) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }
    }));

  it('has a focus ring that is visible on every background', () =>
    check(({ ring }) => {
      for (const ground of backgrounds[scheme])
        expect(contrast(ring, ground)).toBeGreaterThanOrEqual(3);
    }));
});

it('keeps an accent on which white text is already readable', () => {
  for (const accent of ['#7b2fa0', '#4350d6', '#3f4a63', '#000000']) {
    expect(accentFamily(accent, 'light').accent).toBe(accent);
  }
});

it('darkens an accent that is too light and keeps its hue', () => {
  const { accent } = accentFamily('#e28cff', 'light');
  expect(toTone(accent).lightness).toBeLessThan(toTone('#e28cff').lightness);
  expect(hueDistance(toTone(accent).hue, toTone('#e28cff').hue)).toBeLessThan(3);
});

it('recognises accents that are similar to a signal colour', () => {
  expect(confusableWith('#8e1230')).toEqual(['red']);
  expect(confusableWith('#b8860b')).toContain('amber');
  expect(confusableWith('#2e8b3a')).toContain('green');
  expect(confusableWith('#1283a8')).toContain('the blue of tests');
  for (const accent of ['#7b2fa0', '#4350d6', '#2747c9', '#777777'])
    expect(confusableWith(accent)).toEqual([]);
});

it('reports the problem of an accent and the figures of the drawn colours', () => {
  const figures = accentFigures('#7b2fa0');
  expect(figures.onAccent).toBeCloseTo(7.6, 1);
  expect(figures.nearest?.signal).toBe('red');
  expect(figures.nearest?.degrees).toBeGreaterThan(70);
  expect(accentProblem(figures)).toBeUndefined();
  expect(accentProblem(accentFigures('#e28cff'))).toBe('tooLight');
  expect(accentProblem(accentFigures('#8e1230'))).toBe('likeSignal');
  expect(accentProblem(accentFigures('#555555'))).toBeUndefined();
});

it('converts a colour to a tone and back to the same colour', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      expect(toHex(toTone(color))).toBe(color);
    }),
  );
});

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('uses the background and signal colours of the panel’s style sheet', async () => {
  const css = await readFile(
    path.resolve(import.meta.dirname, '../../../panel/src/foundation/theme/theme.css'),
    'utf8',
  );
  const [dark, light] = css.split(":root[data-mantine-color-scheme='light']") as [string, string];
  const token = (sheet: string, name: string) =>
    new RegExp(`--${name}: (#\\w{6});`).exec(sheet)?.[1];
  const names = ['canvas', 'surface', 'sunken', 'hover', 'press'];
  expect(names.map((name) => token(light, name))).toEqual(backgrounds.light);
  expect(names.map((name) => token(dark, name))).toEqual(backgrounds.dark);
  expect(['bad', 'warn', 'ok', 'test'].map((name) => token(light, name))).toEqual(
    Object.values(signals),
  );
});
