import { expect, it } from 'vitest';
import { globalSheets, literalFontSizes, misnamedClasses, readPage } from './styles.mjs';

const pages = [
  ['panel', readPage('panel')],
  ['portal', readPage('portal')],
];

it.each(pages)('every font size of the %s is a step of the scale', (_name, { sheets }) => {
  expect(literalFontSizes(sheets)).toEqual([]);
});

it('finds a literal font size', () => {
  expect(literalFontSizes([{ name: 'a.css', text: '.a { font-size: 13px; }' }])).toHaveLength(1);
  expect(
    literalFontSizes([{ name: 'a.css', text: '.a { font: 400 13px/20px var(--sans); }' }]),
  ).toHaveLength(1);
});

// LOOK-05
it.each(pages)('a style sheet of the %s is a CSS module or intentionally global', (_name, page) => {
  const others = page.sheets
    .map(({ name }) => name)
    .filter((name) => !name.endsWith('.module.css') && !globalSheets.includes(name));
  expect(page.sheets.length).toBeGreaterThan(1);
  expect(others).toEqual([]);
});

it.each(pages)('components of the %s and their modules use the same classes', (_name, page) => {
  expect(misnamedClasses(page)).toEqual({ missing: [], unused: [] });
});
