// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lineListAnswer, row } from '../test/answers.ts';
import { bodyRow, open, server } from '../test/list.tsx';

const NOW = new Date('2026-11-30T15:00:00Z');
const seconds = NOW.getTime() / 1000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['charged_at_timestamp', 'Cobrado hoje'],
  ['informed_at_timestamp', 'Avisado hoje'],
] as const)(
  'shows a message recorded in %s on the line only on the same day',
  async (field, mark) => {
    server(() =>
      lineListAnswer(
        row({ [field]: seconds - 60 }),
        row({ id: 2, username: '31313131', [field]: seconds - 86_400 }),
      ),
    );
    await open();
    expect(within(await bodyRow('84920175')).getByText(mark)).toBeDefined();
    expect(within(await bodyRow('31313131')).queryByText(mark)).toBeNull();
    expect(screen.getAllByText(mark)).toHaveLength(1);
  },
);
