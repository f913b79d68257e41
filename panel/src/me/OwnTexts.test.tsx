// @vitest-environment happy-dom
import { getIptvLinks, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { getMessageTexts, saveMessageText, setLinkHost } from '@ramal/contract/message-texts';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { created, lineListAnswer, profile, row } from '../lines/test/answers.ts';
import { answering, calls, noOwnTexts, show } from '../lines/test/screen.tsx';
import { OwnTexts } from './OwnTexts.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(texts = noOwnTexts) {
  const requests = answering([
    [getProfile, () => profile()],
    [getMessageTexts, () => texts],
    [listIptvLines, () => lineListAnswer(row())],
    [getIptvLinks, () => created({ nota: 'Dona Célia – TV' })],
    [saveMessageText, () => ({ message: 'Texto guardado com sucesso' })],
    [setLinkHost, () => ({ message: 'ok', host: null })],
  ]);
  await show(<OwnTexts />, '/reseller');
  return requests;
}
const area = () => screen.findByLabelText<HTMLTextAreaElement>('Texto');

it('previews the typed text with a real line and saves it', async () => {
  const requests = await open();
  fireEvent.change(await area(), { target: { value: 'Oi, {nome}! ' } });
  fireEvent.click(screen.getByRole('button', { name: '{usuario}' }));
  expect((await area()).value).toContain('{usuario}');
  await screen.findByText('com Dona Célia');
  expect(screen.getByRole('region', { name: 'Como chega' }).textContent).toContain(
    'Oi, Dona Célia!',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Salvar texto' }));
  await waitFor(() => expect(calls(requests, saveMessageText)).toHaveLength(1));
  expect(calls(requests, saveMessageText)[0]!.body).toMatchObject({ kind: 'receipt' });
});

it('names an unknown placeholder and sends nothing', async () => {
  const requests = await open();
  fireEvent.change(await area(), { target: { value: 'Oi, {nomee}' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar texto' }));
  await screen.findByText('{nomee} não existe. Use um dos campos abaixo.');
  expect(calls(requests, saveMessageText)).toEqual([]);
});

it('restores the default text after a confirmation', async () => {
  const ownTexts = noOwnTexts.texts.map((text) => ({ ...text, own: 'Meu texto' }));
  const requests = await open({ ...noOwnTexts, texts: ownTexts });
  expect((await area()).value).toBe('Meu texto');
  fireEvent.click(screen.getByRole('button', { name: 'Voltar ao texto padrão' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, voltar' }));
  await waitFor(() =>
    expect(calls(requests, saveMessageText)[0]?.body).toEqual({ kind: 'receipt', text: null }),
  );
});

it('offers hosts for the links only if there are any', async () => {
  await open();
  await area();
  expect(screen.queryByText('Endereço dos links')).toBeNull();
  cleanup();
  await open({ ...noOwnTexts, hosts: ['tv.aurora.example'] });
  expect((await screen.findAllByText('Endereço dos links')).length).toBeGreaterThan(0);
});
