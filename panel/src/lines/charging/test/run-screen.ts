/** Steps on the screen of a run that several tests share. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { recordOpened } from '../../test/opened.ts';

/** Noon of the panel's time zone, so that a charge from a moment ago counts as today. */
export const NOW = new Date('2026-11-30T15:00:00Z');

/** Starts each test of a file at `NOW` without stored skips, and records the opened addresses. */
export function prepareRuns() {
  const run = { opened: [] as string[] };
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    sessionStorage.clear();
    run.opened = recordOpened();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return run;
}

export const heading = (name: string) => screen.findByRole('heading', { name });
export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
export const sendButton = /^Enviar para/;
export const messageField = () => screen.getByLabelText<HTMLTextAreaElement>('Mensagem');
export const written = (text = 'Oi, ') =>
  waitFor(() => expect(messageField().value).toContain(text));
