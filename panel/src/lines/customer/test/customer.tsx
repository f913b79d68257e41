/** Customers and steps that the tests of the customer's page share. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { lineListAnswer, row } from '../../test/answers.ts';

export const NOW_S = Date.parse('2026-11-20T17:32:00Z') / 1000;

/** Gives each test of the file a fixed clock. The browser of the tests cannot scroll. */
export function prepareTests(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW_S * 1000, toFake: ['Date'] });
    Element.prototype.scrollIntoView = () => undefined;
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export const NAME = '84920175';
export const celia = () => row({ whatsapp: '5511955550142', price_cents: 3_500, paid: true });
export const osvaldo = () => row({ id: 2, username: '31313131', nota: 'Seu Osvaldo', days: 20 });
export const both = () => lineListAnswer(celia(), osvaldo());

export const page = (name = 'Dona Célia') => screen.findByRole('complementary', { name });
/** The customer's page also shows the user name, so only the table is searched. */
export const bodyRow = async (name: string) =>
  (await within(await screen.findByRole('table')).findByText(name)).closest('tr')!;
export const pressRow = async (name = NAME) => fireEvent.click(await bodyRow(name));
export const type = (field: HTMLElement, value: string) =>
  fireEvent.change(field, { target: { value } });
export const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter' });

export const viewing = {
  id: '3f2a0c1e-7a55-4a3e-9b0e-0a4f8f3f2a10',
  user: NAME,
  ip: '203.0.113.7',
  content: 'Canal de teste',
  encoding: 'HLS',
  aid: '20261121154210-3F2A',
  user_agent: 'VLC/3.0',
  started_at_timestamp: NOW_S - 2_550,
  last_seen_timestamp: NOW_S,
  is_running: true,
};
