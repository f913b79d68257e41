import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SkippedValues } from './SkippedValues.tsx';

afterEach(cleanup);

const textOf = (skips: { reason: string; count: number }[]) =>
  render(
    <MantineProvider env="test">
      <SkippedValues skips={skips} />
    </MantineProvider>,
  ).container.querySelector('[role="status"]')?.textContent;

it('counts what is left out by reason, and names the rule for several groups', () => {
  expect(textOf([{ reason: 'opção de player', count: 1204 }])).toBe(
    'Fora da importação1.204 × opção de player.',
  );
  cleanup();
  expect(textOf([{ reason: 'grupo além do primeiro', count: 1 }])).toContain(
    'o primeiro grupo vale',
  );
  cleanup();
  expect(textOf([])).toBeUndefined();
});
