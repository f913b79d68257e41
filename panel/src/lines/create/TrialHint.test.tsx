import { getTrialHistory } from '@ramal/contract/lines/trial-history';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, show } from '../test/screen.tsx';
import { TrialHint, trialSentences } from './TrialHint.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const now = new Date('2026-11-21T15:00:00Z');
const daysAgo = (days: number): number => now.getTime() / 1000 - days * 86_400;
const none = { tests: 0, own: 0, lastTimestamp: null };

it('shows the number of earlier tests of a number, the time of the last, and their network', () => {
  const number = { tests: 3, own: 1, lastTimestamp: daysAgo(2) };
  expect(trialSentences({ number, device: none, connection: none }, now)).toEqual([
    'Este número já recebeu 3 testes nos últimos 30 dias, o último há 2 dias.',
    '1 deles foi dado na sua rede.',
  ]);
  expect(
    trialSentences(
      { number: { ...number, own: 0 }, device: none, connection: { ...none, tests: 2 } },
      now,
    ).slice(1),
  ).toEqual([
    'Todos por outras revendas.',
    'Mais 2 testes foram assistidos na mesma conexão de internet.',
  ]);
  expect(
    trialSentences(
      { number: none, device: none, connection: { tests: 1, own: 0, lastTimestamp: daysAgo(1) } },
      now,
    ),
  ).toEqual([
    '1 teste de outro número foi assistido na conexão de internet deste cliente, o último dado ontem.',
  ]);
});

it('warns from the second test on, and shows nothing without a test', async () => {
  let tests = 0;
  const requests = answering([
    [
      getTrialHistory,
      () => ({
        number: { tests, own: 0, lastTimestamp: daysAgo(1) },
        device: none,
        connection: none,
      }),
    ],
  ]);
  const hint = (number: string) => show(<TrialHint number={number} now={now} />, '/user-iptv');
  await hint('5511955550141');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByText(/já recebeu/)).toBeNull();
  cleanup();
  tests = 1;
  await hint('5511955550142');
  expect((await toldIn()).dataset.tone).toBe('accent');
  cleanup();
  tests = 2;
  await hint('5511955550143');
  expect((await toldIn()).dataset.tone).toBe('warn');
});

const toldIn = async (): Promise<HTMLElement> =>
  (await screen.findByText(/já recebeu/)).closest<HTMLElement>('[role="status"]')!;

it('sends no request for an incomplete number', async () => {
  const requests = answering([
    [getTrialHistory, () => ({ number: none, device: none, connection: none })],
  ]);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await show(<TrialHint number="5511" now={now} />, '/user-iptv');
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect(requests).toHaveLength(0);
});

it('finds the earlier tests of a device by its MAC', async () => {
  const requests = answering([
    [
      getTrialHistory,
      () => ({
        number: none,
        device: { tests: 2, own: 0, lastTimestamp: daysAgo(1) },
        connection: none,
      }),
    ],
  ]);
  await show(<TrialHint mac="A0:B1:C2:D3:E4:F5" now={now} />, '/users-iptv');
  expect(
    await screen.findByText('2 testes já foram postos neste aparelho, o último ontem.'),
  ).toBeTruthy();
  expect(requests[0]!.query).toEqual({ mac: 'A0:B1:C2:D3:E4:F5' });
});
