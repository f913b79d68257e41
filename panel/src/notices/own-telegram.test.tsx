/**
 * Tests that a link to connect a chat is shown while it is valid. Answers, clock and timers are
 * faked.
 */
import { connectTelegram, disconnectTelegram, getOwnTelegram } from '@ramal/contract/messaging';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answering, calls, type SentRequest, show } from '../lines/test/screen.tsx';
import { OwnTelegram } from './OwnTelegram.tsx';

const disconnected = {
  bot: 'marca_bot',
  connected: false,
  connected_at_timestamp: null,
  end_reason: null,
};
const connected = { ...disconnected, connected: true, connected_at_timestamp: 1_763_737_200 };
const MINUTE_MS = 60_000;

let requests: SentRequest[];
let telegram: typeof disconnected | typeof connected;
let links: number;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  telegram = disconnected;
  links = 0;
  requests = answering([
    [getOwnTelegram, () => telegram],
    [
      connectTelegram,
      () => {
        links += 1;
        return { url: `https://t.me/marca_bot?start=${links}`, expires_at_timestamp: 0 };
      },
    ],
    [
      disconnectTelegram,
      () => {
        telegram = { ...disconnected };
        return { message: 'Desconectado', ...telegram };
      },
    ],
  ]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const countReads = () => calls(requests, getOwnTelegram).length;
const press = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name, hidden: true }));
const link = async () =>
  (await screen.findByRole('link', { name: 'Abrir o Telegram' })).getAttribute('href');

it('stops polling after the connection, and offers a new link after the disconnection', async () => {
  await show(<OwnTelegram />, '/notices');
  await press('Conectar meu Telegram');
  expect(await link()).toBe('https://t.me/marca_bot?start=1');
  telegram = connected;
  await passTime(4_000);
  expect(await screen.findByText(/Conectado a @marca_bot/)).toBeTruthy();
  const before = countReads();
  await passTime(MINUTE_MS);
  expect(countReads()).toBe(before);
  await press('Desconectar');
  await press('Sim, desconectar');
  await press('Conectar meu Telegram');
  expect(await link()).toBe('https://t.me/marca_bot?start=2');
});

it('removes a link after fifteen minutes and creates another one', async () => {
  await show(<OwnTelegram />, '/notices');
  await press('Conectar meu Telegram');
  await link();
  await passTime(14 * MINUTE_MS);
  expect(await link()).toBe('https://t.me/marca_bot?start=1');
  await passTime(1.5 * MINUTE_MS);
  expect(screen.queryByRole('link', { name: 'Abrir o Telegram' })).toBeNull();
  const before = countReads();
  await passTime(MINUTE_MS);
  expect(countReads()).toBe(before);
  await press('Conectar meu Telegram');
  expect(await link()).toBe('https://t.me/marca_bot?start=2');
});
