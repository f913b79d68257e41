import { expect, it } from 'vitest';
import { globalSheets, literalFontSizes, misnamedClasses, readPanel } from './styles.mjs';

const panel = readPanel();

it('letters take their size from the scale', () => {
  expect(literalFontSizes(panel.sheets)).toEqual([]);
  expect(literalFontSizes([{ name: 'a.css', text: '.a { font-size: 13px; }' }])).toHaveLength(1);
  expect(
    literalFontSizes([{ name: 'a.css', text: '.a { font: 400 13px/20px var(--sans); }' }]),
  ).toHaveLength(1);
});

it('a style sheet is a CSS module beside its component', () => {
  const others = panel.sheets
    .map(({ name }) => name)
    .filter((name) => !name.endsWith('.module.css') && !globalSheets.includes(name));
  expect(others).toEqual([]);
});

it('components and their modules name the same classes', () => {
  expect(misnamedClasses(panel)).toEqual({ missing: [], unused: [] });
});
