import { expect, it } from 'vitest';
import { writeThemeVariables } from './theme-variables.ts';

it('maps the variables of Mantine to the tokens of the panel', () => {
  const sheet = writeThemeVariables();
  expect(sheet).toContain('--mantine-spacing-sm: var(--space-sm);');
  expect(sheet).toContain('--mantine-color-dimmed: var(--ink-2);');
  // The variable refers to a token, and the tokens change with the scheme. No scheme needs its own
  // declaration.
  expect(sheet.match(/--mantine-color-dimmed:/g)).toHaveLength(1);
});

it('contains no palette that the panel does not use', () => {
  const sheet = writeThemeVariables();
  expect(sheet).toContain('--mantine-color-gray-5:');
  expect(sheet).not.toMatch(/--mantine-color-(red|accent)-\d:/);
});
