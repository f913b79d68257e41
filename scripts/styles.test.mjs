import { expect, it } from 'vitest';
import {
  arrangingRules,
  globalSheets,
  largeMultiples,
  literalLengths,
  misnamedClasses,
  readPage,
} from './styles.mjs';

/** CSS modules with layout-only rules that Mantine components must still replace. */
const notYetConverted = new Set([
  'ui/dialogs/AlertBox.module.css',
  'ui/dialogs/ConfirmBox.module.css',
  'ui/form/FormDialog.module.css',
  'ui/layout/PageHeader.module.css',
]);

const pages = [
  ['panel', readPage('panel')],
  ['portal', readPage('portal')],
];

it.each(pages)(
  'every length of the %s is a step of the scale or a measure above it',
  (_name, { sheets }) => {
    expect(literalLengths(sheets)).toEqual([]);
  },
);

it.each([
  ['font-size: 13px;', 1],
  ['font: 400 13px/20px var(--sans);', 1],
  ['margin: 0 -0.5rem;', 1],
  ['letter-spacing: -0.01em;', 1],
  ['--rail: 2px;', 1],
  ['gap: 2rem;', 1],
  ['max-width: 400px;', 1],
  ['max-width: 25rem;', 0],
  ['margin: -1px; border: 1px solid; width: 100%; inset: min(0px, 1vw); max-width: 40ch;', 0],
  ['padding: calc(2 * var(--space-sm)); color: #1e2e3e;', 0],
])('finds the literal length of %s', (declarations, count) => {
  expect(literalLengths([{ name: 'a.css', text: `.a { ${declarations} }` }])).toHaveLength(count);
});

/** Folders whose measures are still large multiples. */
const multiplesRemain = /^lines\//;

it('no length of the panel is a large multiple of a step', () => {
  const sheets = readPage('panel').sheets.filter(({ name }) => !multiplesRemain.test(name));
  expect(largeMultiples(sheets)).toEqual([]);
});

it('finds a large multiple of a step', () => {
  const text = '.a { width: calc(29 * var(--space-sm)); gap: calc(3 * var(--space-lg)); }';
  expect(largeMultiples([{ name: 'a.css', text }])).toEqual(['a.css: 29 * var(--space-sm)']);
});

it('a rule of the panel does more than arrange', () => {
  const rules = arrangingRules(readPage('panel').sheets);
  expect(rules.filter((rule) => !notYetConverted.has(rule.split(':')[0]))).toEqual([]);
});

it.each([
  ['.a {\n  display: flex;\n  gap: var(--space-sm);\n}', ['a.module.css: .a']],
  ['.a {\n  display: flex;\n}\n.b .a {\n  color: red;\n}', []],
  ['.a {\n  display: flex;\n  color: red;\n}', []],
])('finds a rule that only arranges: %s', (text, rules) => {
  expect(arrangingRules([{ name: 'a.module.css', text }])).toEqual(rules);
});

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
