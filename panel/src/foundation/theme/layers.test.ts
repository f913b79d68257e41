import { getDefaultZIndex } from '@mantine/core';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const src = path.join(import.meta.dirname, '../..');
const theme = readFileSync(path.join(import.meta.dirname, 'theme.css'), 'utf8');
const layers = new Map(
  [...theme.matchAll(/--layer-([\w-]+): (\d+);/g)].map(([, name, level]) => [name!, Number(level)]),
);

it('declares the toasts above the bars and below the dialogs and menus of Mantine', () => {
  const levels = [...layers.values()];
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  const order = ['bar', 'header', 'navigation', 'form-bar', 'toast', 'dialog', 'menu'];
  expect([...layers.keys()].slice(0, order.length)).toEqual(order);
  expect(layers.get('dialog')).toBe(getDefaultZIndex('modal'));
  expect(layers.get('menu')).toBe(getDefaultZIndex('popover'));
});

it('takes every page layer from a token', () => {
  const used = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) =>
      [...readFileSync(path.join(src, file), 'utf8').matchAll(/z-index: ([^;]+);/g)].map(
        ([, level]) => ({ file, level: level! }),
      ),
    );
  expect(used.length).toBeGreaterThan(10);
  // Numbers up to 5 order the parts inside one component and are permitted.
  const unnamed = used.filter(({ level }) => {
    const token = /^var\(--layer-([\w-]+)\)$/.exec(level)?.[1];
    return token === undefined ? Math.abs(Number(level)) > 5 : !layers.has(token);
  });
  expect(unnamed).toEqual([]);
});
