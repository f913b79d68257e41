/**
 * Tests for links that contain the customer of a new line. The number of one customer must not be
 * stored with the line of another.
 */
import { createIptvLine, getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import { findLinesByWhatsapp } from '@ramal/contract/lines/lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CreateLine } from './CreateLine.tsx';
import { iptvLines } from '../platforms/iptv.ts';
import { created, packages } from '../test/answers.ts';
import { p2pCreated, p2pPage, p2pServer, seller, services } from '../test/p2p.tsx';
import { answering, calls, type SentRequest, show } from '../test/screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// A closed receipt opens again only for another line, so each answer has a new id.
let lastId = 0;

const iptvServer = () =>
  answering([
    [getProfile, () => seller()],
    [getIptvPackages, () => packages],
    [findLinesByWhatsapp, () => []],
    [createIptvLine, () => created({ id: ++lastId })],
  ]);

const platforms = [
  { label: 'IPTV', platform: iptvLines, creation: createIptvLine, serve: iptvServer },
  ...services.map(([label, { platform, calls: declarations }]) => ({
    label,
    platform,
    creation: declarations.create,
    serve: () =>
      p2pServer(declarations, () => p2pPage(), [
        declarations.create,
        () => p2pCreated({ id: ++lastId }),
      ]),
  })),
];
const forms = platforms.flatMap((on) => [
  { ...on, kind: '' },
  { ...on, label: `${on.label} test`, kind: 'kind=test&' },
]);

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const number = () => field(/^WhatsApp/).value.replace(/\D/g, '');

describe.each(forms)('form of a linked line: $label', ({ platform, creation, serve, kind }) => {
  const open = (customer = '') =>
    show(
      <CreateLine platform={platform} />,
      `${platform.definition.createPath}?${kind}${customer}`,
    );
  const sell = async (requests: SentRequest[], times: number) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Adicionar' }));
    await waitFor(() => expect(calls(requests, creation)).toHaveLength(times));
    fireEvent.click(await screen.findByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(screen.queryByText(/criado com sucesso$/)).toBeNull());
    return calls(requests, creation).at(-1)!.body;
  };

  it('fills in the name of the link after an earlier sale', async () => {
    const requests = serve();
    const { unmount } = await open();
    type(/^Anotações/, 'Dona Célia');
    await sell(requests, 1);
    unmount();
    await open('note=Dona%20Maria');
    await waitFor(() => expect(field(/^Anotações/).value).toBe('Dona Maria'));
    expect(await sell(requests, 2)).toMatchObject({ nota: 'Dona Maria' });
  });

  it('fills in the number of the link and clears the earlier customer', async () => {
    const requests = serve();
    const { unmount } = await open();
    type(/^Anotações/, 'Dona Célia');
    type(/^WhatsApp/, '5511955550142');
    type(/^Usuário/, '12345678');
    unmount();
    await open('whatsapp=5521988887766');
    await waitFor(() => expect(number()).toBe('5521988887766'));
    expect(field(/^Anotações/).value).toBe('');
    expect(field(/^Usuário/).value).toBe('');
    type(/^Anotações/, 'Dona Maria');
    expect(await sell(requests, 1)).toMatchObject({
      nota: 'Dona Maria',
      whatsapp: '5521988887766',
    });
  });

  it('clears the number of an earlier customer when the link contains only a name', async () => {
    serve();
    const { unmount } = await open();
    type(/^WhatsApp/, '5511955550142');
    unmount();
    await open('note=Dona%20Maria');
    await waitFor(() => expect(field(/^Anotações/).value).toBe('Dona Maria'));
    expect(number()).toBe('');
  });

  it('is empty for the next customer after a sale to the linked customer', async () => {
    const requests = serve();
    await open('whatsapp=5521988887766');
    type(/^Anotações/, 'Dona Maria');
    expect(await sell(requests, 1)).toMatchObject({ whatsapp: '5521988887766' });
    expect(number()).toBe('');
    type(/^Anotações/, 'Seu Osvaldo');
    expect(await sell(requests, 2)).not.toHaveProperty('whatsapp');
  });

  it('removes the customer from the address, so that a reload keeps later input', async () => {
    serve();
    const { search, unmount } = await open('note=Dona%20Maria&whatsapp=5521988887766');
    await waitFor(() => expect(search()).toEqual(kind ? { kind: 'test' } : {}));
    type(/^Anotações/, 'Maria do Carmo');
    unmount();
    await open();
    expect(field(/^Anotações/).value).toBe('Maria do Carmo');
    expect(number()).toBe('5521988887766');
  });
});
