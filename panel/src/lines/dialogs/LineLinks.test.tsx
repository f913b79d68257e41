/**
 * Tests of «Ações › Links» before the links are loaded and after a failure: an incomplete access
 * must not be sent.
 */
import { Refusal } from '@ramal/contract/api/errors';
import { getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { created, lineListAnswer, row } from '../test/answers.ts';
import { choose, open, server } from '../test/list.tsx';
import { calls } from '../test/screen.tsx';

const opened: string[] = [];

// Loaded before, so that no test waits for code that a list loads after its first paint.
beforeAll(() => import('./LineDialogs.tsx'));
beforeEach(() => {
  opened.length = 0;
  vi.stubGlobal('open', (address: string) => {
    opened.push(address);
    return null;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NUMBER = '5511955550142';
const line = row({ whatsapp: NUMBER });
const receipt = created({ id: 1, whatsapp: NUMBER });
const showLinks = async () => {
  await open();
  await choose('84920175', 'Links');
  await screen.findByText('Links e dados de acesso');
};
/** Returns a function that delivers the delayed links. */
const showLateLinks = async () => {
  const arrival = Promise.withResolvers<void>();
  server(
    () => lineListAnswer(line),
    [
      getIptvLinks,
      async () => {
        await arrival.promise;
        return receipt;
      },
    ],
  );
  await showLinks();
  await screen.findByLabelText('Carregando os links');
  return arrival.resolve;
};
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar no WhatsApp' }));
const sentText = async () => {
  await waitFor(() => expect(opened).toHaveLength(1));
  return decodeURIComponent(opened[0]!.split('text=')[1]!);
};

it('«Enviar» waits for delayed links and then sends the address of the list', async () => {
  const arrive = await showLateLinks();
  send();
  arrive();
  expect(await sentText()).toContain('Lista M3U8\nhttp://r4.example/s/1');
});

it('«Enviar» requests failed links again, and sends nothing when they fail again', async () => {
  let fails = true;
  const requests = server(
    () => lineListAnswer(line),
    [
      getIptvLinks,
      () => {
        if (fails) throw new Refusal('forbidden');
        return receipt;
      },
    ],
  );
  await showLinks();
  await screen.findByText(/^Os links não vieram/);
  send();
  fireEvent.click(await screen.findByRole('button', { name: 'Entendi' }));
  expect(calls(requests, getIptvLinks)).toHaveLength(2);
  expect(opened).toEqual([]);
  fails = false;
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  send();
  expect(await sentText()).toContain('Lista M3U8\nhttp://r4.example/s/1');
});

it('offers «Copiar Completo» only after the complete access is loaded', async () => {
  const arrive = await showLateLinks();
  expect(screen.queryByRole('button', { name: /Copiar Completo/ })).toBeNull();
  expect(screen.getByRole('button', { name: /Copiar Simples/ })).toBeDefined();
  arrive();
  expect(await screen.findByRole('button', { name: /Copiar Completo/ })).toBeDefined();
});
