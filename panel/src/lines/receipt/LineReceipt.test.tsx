import { decodeAnswer } from '@ramal/contract/api/translated';
import { createIptvLine, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { findLinesByWhatsapp, setLineWhatsapp } from '@ramal/contract/lines/lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { iptvLines } from '../platforms/iptv.ts';
import { LineReceipt } from './LineReceipt.tsx';
import { created, lineListAnswer, profile, row } from '../test/answers.ts';
import { answering, calls, show } from '../test/screen.tsx';
import { WhatsAppHint } from '../create/WhatsAppHint.tsx';

const opened: string[] = [];

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

const receipt = (change: Parameters<typeof created>[0]) => (
  <LineReceipt
    platform={iptvLines}
    receipt={iptvLines.create.read(decodeAnswer(createIptvLine.answer, created(change)))}
    title="Usuário criado com sucesso"
    phoneSubtitle="Pronto para enviar ao cliente"
    onClose={() => {}}
  />
);

const send = () =>
  fireEvent.click(screen.getByRole('button', { name: /^Enviar (no WhatsApp|para )/ }));

it('sends the receipt to the number of the line', async () => {
  answering([]);
  await show(receipt({ whatsapp: '5511955550142' }), '/users-iptv');
  send();
  await waitFor(() => expect(opened).toHaveLength(1));
  const [address] = opened;
  expect(address).toMatch(/^https:\/\/wa\.me\/5511955550142\?text=/);
  expect(decodeURIComponent(address!.split('text=')[1]!)).toContain(
    'Usuário: 30809062\nSenha: z8Kj52op',
  );
});

it('prompts for a missing number, rejects an invalid one, sends, and stores it on the line', async () => {
  const requests = answering([
    [setLineWhatsapp, ({ body }) => ({ message: 'ok', id: 77, whatsapp: body.whatsapp })],
  ]);
  await show(receipt({ whatsapp: null }), '/users-iptv');
  send();
  await screen.findByText('Para qual número?');
  send();
  expect(await screen.findByText('O campo WhatsApp é necessário.')).toBeDefined();
  expect(opened).toEqual([]);
  fireEvent.change(screen.getByLabelText('WhatsApp'), { target: { value: '5511955550142' } });
  send();
  await waitFor(() => expect(opened[0]).toMatch(/^https:\/\/wa\.me\/5511955550142\?text=/));
  await waitFor(() =>
    expect(calls(requests, setLineWhatsapp)).toMatchObject([
      { body: { whatsapp: '5511955550142' } },
    ]),
  );
  expect(await screen.findByText('Usuário criado com sucesso')).toBeDefined();
  send();
  await waitFor(() => expect(opened).toHaveLength(2));
});

it('lets the user select the recipient in WhatsApp', async () => {
  const requests = answering([]);
  await show(receipt({ whatsapp: null }), '/users-iptv');
  send();
  fireEvent.click(await screen.findByRole('button', { name: 'Outro contato' }));
  expect(opened[0]).toMatch(/^https:\/\/wa\.me\/\?text=/);
  await screen.findByText('Usuário criado com sucesso');
  expect(calls(requests, setLineWhatsapp)).toEqual([]);
});

it('does not store the number when the box is cleared', async () => {
  const requests = answering([]);
  await show(receipt({ whatsapp: null }), '/users-iptv');
  send();
  fireEvent.change(await screen.findByLabelText('WhatsApp'), {
    target: { value: '5511955550142' },
  });
  fireEvent.click(screen.getByLabelText('Guardar este número na linha'));
  send();
  await screen.findByText('Usuário criado com sucesso');
  expect(opened).toHaveLength(1);
  expect(calls(requests, setLineWhatsapp)).toEqual([]);
});

it('shows that a number already has a line, and renews that line instead', async () => {
  const existingLine = {
    id: 1,
    platform: 'iptv' as const,
    username: '84920175',
    status: 'Ativo' as const,
    nota: 'Dona Célia',
    exp_date: '20/11/2020 14:32',
    expiring: 2 as const,
    reseller: { username: 'marcelo' },
  };
  const requests = answering([
    [getProfile, () => profile()],
    [findLinesByWhatsapp, () => [existingLine]],
    [listIptvLines, () => lineListAnswer(row())],
  ]);
  await show(
    <WhatsAppHint number="5511955550142" platform={iptvLines} now={new Date()} />,
    '/user-iptv',
  );
  expect(await screen.findByText('Este número já tem uma linha:')).toBeDefined();
  expect(screen.getByText('venceu em 20/11/2020 14:32')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Renovar esta linha' }));
  expect(await screen.findByRole('button', { name: 'Sim, estender · 1 crédito' })).toBeDefined();
  expect(calls(requests, listIptvLines)[0]?.query).toMatchObject({
    search: '84920175',
    reseller_id: 'tree',
  });
});
