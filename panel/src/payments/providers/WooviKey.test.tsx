// @vitest-environment happy-dom
import { errorText, Refusal } from '@ramal/contract/api/errors';
import { listPaymentNotices, saveWooviKey } from '@ramal/contract/payments/payment-providers';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../lines/test/screen.tsx';
import {
  card,
  dialog,
  mercadoPago,
  open,
  server,
  state,
  type,
  typeCode,
  without,
  woovi,
} from './providers.fixtures.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T14:32:00-03:00'), toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const SPARE = 'Se um provedor falhar, o Pix na hora passa para o outro.';
const withWoovi = () =>
  state({
    providers: [mercadoPago(), woovi()],
    uses: [
      { use: 'pix', provider: 'mercado-pago', choices: ['mercado-pago', 'woovi'], count: 2 },
      { use: 'card', provider: 'mercado-pago', choices: ['mercado-pago'], count: 1 },
      { use: 'recurring', provider: null, choices: [], count: 0 },
    ],
  });

async function save(): Promise<void> {
  const keys = await dialog('Chave do Woovi');
  type(keys.getByLabelText('AppID'), 'Q2xpZW50X0lkX2V4ZW1wbG8');
  typeCode(keys);
  fireEvent.click(keys.getByRole('button', { name: 'Salvar chave' }));
}

describe('Woovi', () => {
  it('is connected by its key, and shows the address of its notices', async () => {
    const requests = server(
      () => state(without),
      [saveWooviKey, () => ({ message: 'Chave guardada', ...withWoovi() })],
    );
    await open();
    fireEvent.click((await card('Ligue um provedor')).getByRole('button', { name: /Woovi/ }));
    await save();
    const settings = await dialog('Falta ligar os avisos');
    expect(settings.getByText(woovi().noticeUrl)).toBeDefined();
    expect(calls(requests, saveWooviKey).map(({ body }) => body)).toEqual([
      { api_key: 'Q2xpZW50X0lkX2V4ZW1wbG8', code_2fa: '123456' },
    ]);
  });

  it.each(['woovi_key_refused', 'woovi_key_of_sandbox', 'payment_provider_silent'] as const)(
    'gives the reason why the key was not saved: %s',
    async (code) => {
      server(withWoovi, [
        saveWooviKey,
        () => {
          throw new Refusal(code);
        },
      ]);
      await open();
      fireEvent.click((await card('Woovi')).getByRole('button', { name: 'Alterar Chaves' }));
      await save();
      expect(await screen.findByText(errorText(code))).toBeDefined();
    },
  );

  it('has one field for its key, and can be checked again', async () => {
    server(withWoovi);
    await open();
    const shown = await card('Woovi');
    expect(shown.getByText('Pix na hora')).toBeDefined();
    expect(shown.getByLabelText('AppID')).toHaveProperty('value', 'Q2xp…9Cg');
    expect(shown.queryByLabelText('Senha dos avisos')).toBeNull();
    expect(shown.getByRole('button', { name: 'Conferir de novo' })).toBeDefined();
  });

  it('offers a test payment only on the card that new codes come from', async () => {
    server(withWoovi);
    await open();
    const name = /Testar com R\$ 1,00/;
    expect((await card('Mercado Pago')).getByRole('button', { name })).toBeDefined();
    expect((await card('Woovi')).queryByRole('button', { name })).toBeNull();
  });

  it('promises the other provider only if two can serve the Pix', async () => {
    server(withWoovi);
    await open();
    const uses = await card('Quem faz o quê');
    expect(uses.getByText(SPARE, { exact: false })).toBeDefined();
    cleanup();
    server(() => state(without));
    await open();
    expect((await card('Quem faz o quê')).queryByText(SPARE, { exact: false })).toBeNull();
  });

  it('says that a refused notice had a wrong signature', async () => {
    server(withWoovi, [
      listPaymentNotices,
      () => [
        {
          provider: 'woovi',
          event: 'OPENPIX:CHARGE_COMPLETED',
          outcome: 'refused',
          atTimestamp: 1_795_000_000,
        },
      ],
    ]);
    await open();
    await card('Woovi');
    fireEvent.click(screen.getAllByRole('button', { name: 'Histórico de avisos' })[0]!);
    const history = await dialog('Histórico de avisos');
    expect(await history.findByText('Woovi · recusado: assinatura errada')).toBeDefined();
  });
});
