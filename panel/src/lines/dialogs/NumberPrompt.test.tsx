/**
 * Tests that «Enviar no WhatsApp» reads a Brazilian number at once and waits for the data of all
 * countries before it reads a foreign one.
 */
import { setLineWhatsapp } from '@ramal/contract/lines/lines';
import { PHONE_DATA_MISSING } from '@ramal/contract/rules/phone';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPanelCountry } from '../../foundation/panel-country.ts';
import { phoneData } from '../../foundation/phone.ts';
import { iptvLines } from '../platforms/iptv.ts';
import { answering, calls, show } from '../test/screen.tsx';
import { NumberPrompt } from './NumberPrompt.tsx';

const opened: string[] = [];
const load = phoneData.load;

beforeEach(() => {
  opened.length = 0;
  vi.stubGlobal('open', (address: string) => {
    opened.push(address);
    return null;
  });
  setPanelCountry('PT');
  setPanelCountry('BR');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ask = async (typed: string) => {
  const requests = answering([
    [setLineWhatsapp, () => ({ message: 'ok', id: 1, whatsapp: '5511935697336' })],
  ]);
  await show(
    <NumberPrompt platform={iptvLines} lineId={1} text="Olá" onClose={() => undefined} />,
    '/users-iptv',
  );
  const field = await screen.findByLabelText(/^WhatsApp/);
  fireEvent.change(field, { target: { value: typed } });
  return requests;
};
const press = () =>
  fireEvent.click(screen.getByRole('button', { name: /^Enviar (no WhatsApp|para )/ }));

it('opens a Brazilian number without the data of other countries', async () => {
  const loading = vi.spyOn(phoneData, 'load');
  const requests = await ask('(11) 93569-7336');
  press();
  await waitFor(() => expect(opened).toEqual(['https://wa.me/5511935697336?text=Ol%C3%A1']));
  await waitFor(() => expect(calls(requests, setLineWhatsapp)).toHaveLength(1));
  expect(loading).not.toHaveBeenCalled();
});

it('waits for the delayed data of all countries and then opens a foreign number', async () => {
  const arrival = Promise.withResolvers<void>();
  vi.spyOn(phoneData, 'load').mockImplementation(async () => {
    await arrival.promise;
    return load();
  });
  const requests = await ask('+351 912 345 678');
  press();
  await waitFor(() => expect(phoneData.load).toHaveBeenCalled());
  expect(opened).toEqual([]);
  arrival.resolve();
  await waitFor(() => expect(opened).toEqual(['https://wa.me/351912345678?text=Ol%C3%A1']));
  await waitFor(() => expect(calls(requests, setLineWhatsapp)).toHaveLength(1));
});

it('opens and stores nothing while the data of all countries cannot be fetched', async () => {
  const loading = vi.spyOn(phoneData, 'load').mockRejectedValue(new Error('offline'));
  const requests = await ask('+351 912 345 678');
  press();
  await screen.findByText(PHONE_DATA_MISSING);
  expect(opened).toEqual([]);
  expect(calls(requests, setLineWhatsapp)).toHaveLength(0);
  loading.mockImplementation(load);
  press();
  await waitFor(() => expect(opened).toEqual(['https://wa.me/351912345678?text=Ol%C3%A1']));
});

it('names the number instead of opening a window that the browser would stop', async () => {
  vi.stubGlobal('navigator', Object.assign(navigator, { userActivation: { isActive: false } }));
  await ask('(11) 93569-7336');
  press();
  await screen.findByRole('button', { name: 'Enviar para +55 (11) 93569-7336' });
  expect(opened).toEqual([]);
  Object.assign(navigator, { userActivation: undefined });
});
