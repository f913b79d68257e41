// @vitest-environment happy-dom
import { getNumberSettings, saveNumberSettings } from '@ramal/contract/numbers/numbers';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { WeeklySummary } from './WeeklySummary.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('is off until the seller switches it on', async () => {
  let settings = {
    masterSeesCustomers: true,
    pixFee: 0,
    cardFee: 0,
    messageCents: 0,
    weeklySummary: false,
  };
  const requests = answering([
    [getNumberSettings, () => settings],
    [
      saveNumberSettings,
      () => {
        settings = { ...settings, weeklySummary: true };
        return { message: 'Escolhas guardadas', ...settings };
      },
    ],
  ]);
  await show(<WeeklySummary />, '/notices');
  const toggle = await screen.findByRole('switch', { name: /^Receber toda segunda-feira/ });
  expect((toggle as HTMLInputElement).checked).toBe(false);
  fireEvent.click(toggle);
  expect(await screen.findByText('Escolhas guardadas')).toBeDefined();
  expect(calls(requests, saveNumberSettings)[0]!.body).toEqual({ weekly_summary: true });
  await waitFor(() => expect((toggle as HTMLInputElement).checked).toBe(true));
});
