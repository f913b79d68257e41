import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PANEL_RANKS, SERVER_RANKS } from './module-ranks.mjs';

const read = (path) => readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8');
const decisions = readdirSync(new URL('../docs/decisions', import.meta.url)).filter(
  (name) => name.endsWith('.md') && name !== 'README.md',
);

describe('a decision page', () => {
  it.each(decisions)('%s has context, decision and consequence', (name) => {
    const text = read(`decisions/${name}`);
    for (const part of ['Context', 'Decision', 'Consequence'])
      expect(text).toMatch(new RegExp(`^(## ${part}$|\\*\\*${part}\\.\\*\\*)`, 'm'));
  });

  it('each decision page is listed under its own title', () => {
    const list = read('decisions/README.md');
    for (const name of decisions) {
      const title = /^# (.+)$/m.exec(read(`decisions/${name}`))?.[1];
      expect(list).toContain(`[${title}](${name})`);
    }
  });
});

it('README, changelog and documents have at most 200 kB together', () => {
  const documents = readdirSync(new URL('../docs', import.meta.url), { recursive: true });
  const pages = documents.filter((name) => name.endsWith('.md'));
  const bytes = ['../README.md', '../CHANGELOG.md', ...pages]
    .map((page) => Buffer.byteLength(read(page)))
    .reduce((sum, size) => sum + size);
  expect(bytes).toBeLessThanOrEqual(200_000);
});

it('ARCHITECTURE has at most 130 lines', () => {
  expect(read('ARCHITECTURE.md').trimEnd().split('\n').length).toBeLessThanOrEqual(130);
});

it.each([
  ['server', SERVER_RANKS],
  ['panel', PANEL_RANKS],
])('ARCHITECTURE prints the ranks of the %s', (_, ranks) => {
  expect(read('ARCHITECTURE.md')).toContain(
    `: \`${ranks.map((names) => names.join(', ')).join(' < ')}\`.\n`,
  );
});
