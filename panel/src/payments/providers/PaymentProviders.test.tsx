// @vitest-environment happy-dom
import { errorText, Refusal } from '@ramal/contract/api/errors';
import {
  checkProvider,
  listPaymentNotices,
  saveAsaasKeys,
  savePaymentUses,
  saveReceiver,
} from '@ramal/contract/payments/payment-providers';
import { getPaymentKeys } from '@ramal/contract/payments/recharges';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getProfile } from '@ramal/contract/sessions';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls } from '../../lines/test/screen.tsx';
import type { ProvidersState } from './provider-words.ts';
import {
  asaas,
  card,
  dialog,
  mercadoPago,
  open,
  proof,
  receiver,
  seconds,
  server,
  state,
  type,
  typeCode,
  without,
} from './providers.fixtures.tsx';

const NOW = new Date('2026-11-20T14:32:00-03:00');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('cards of the providers', () => {
  it('shows what each provider does, its masked keys and its proofs with their time', async () => {
    server(() => state());
    await open();
    const first = await card('Mercado Pago');
    expect(first.getByText('Recebendo')).toBeDefined();
    expect(first.getByDisplayValue('APP_USR-7f3c…')).toBeDefined();
    expect(first.getByText('18/11, 09:12')).toBeDefined();
    expect(first.getByText('há 4 min')).toBeDefined();
    expect(
      first.getByText('Não faz Pix Automático. Aqui «recorrente» é só no cartão.'),
    ).toBeDefined();
    expect(first.queryByRole('button', { name: /^Copiar endereço/ })).toBeNull();
    const second = await card('Asaas');
    expect(second.getByText('Pix na hora e Pix Automático')).toBeDefined();
    for (const text of ['desde 03/2021', 'MARCELO TV LTDA', 'hoje, 06:00'])
      expect(second.getByText(text)).toBeDefined();
  });

  it('offers the address of the notices while none has arrived', async () => {
    server(() =>
      state({ providers: [asaas({ proofs: [proof('notices', { state: 'warning' })] })] }),
    );
    await open();
    const only = await card('Asaas');
    expect(only.getByText('Nunca chegou aviso')).toBeDefined();
    expect(only.getByRole('button', { name: /^Copiar endereço/ })).toBeDefined();
  });

  it('gives the reason of a proof that failed or may fail', async () => {
    const young = 'CNPJ aberto há 4 meses: pode receber a partir de 12/01/2027.';
    server(() =>
      state({
        providers: [
          asaas({
            status: 'one-off-only',
            proofs: [
              proof('keys', { state: 'failed', text: 'A chave não é deste ambiente' }),
              proof('company-age', { state: 'warning', text: young }),
            ],
          }),
        ],
      }),
    );
    await open();
    const only = await card('Asaas');
    expect(only.getByText('Só Pix na hora')).toBeDefined();
    expect(only.getByText('Pix na hora')).toBeDefined();
    expect(only.getByText('A chave não é deste ambiente').closest('li')!.dataset.state).toBe(
      'failed',
    );
    expect(only.getByText(young).closest('li')!.dataset.state).toBe('warning');
  });

  it('keeps the last proofs when the provider does not answer', async () => {
    server(
      () => state(),
      [
        checkProvider,
        () => {
          throw new Refusal('payment_provider_silent');
        },
      ],
    );
    await open();
    const second = await card('Asaas');
    fireEvent.click(second.getByRole('button', { name: 'Conferir de novo' }));
    expect(await second.findByText('Não deu para conferir agora')).toBeDefined();
    expect(second.getByText('MARCELO TV LTDA')).toBeDefined();
  });
});

describe('connecting a provider', () => {
  it('shows both providers as tiles to an account without one', async () => {
    server(() => state(without));
    await open();
    const first = await card('Ligue um provedor');
    expect(first.getByRole('button', { name: /Mercado Pago/ })).toBeDefined();
    expect(first.getByRole('button', { name: /Asaas/ })).toBeDefined();
  });

  it('asks who receives before the key of Asaas can be typed', async () => {
    let saved: ProvidersState['receiver'] = null;
    const requests = server(
      () => state({ ...without, receiver: saved }),
      [
        saveReceiver,
        () => {
          saved = { ...receiver };
          return { message: 'Guardado', ...state({ ...without, receiver: saved }) };
        },
      ],
    );
    await open();
    fireEvent.click((await card('Ligue um provedor')).getByRole('button', { name: /Asaas/ }));
    const question = await dialog('Quem recebe?');
    expect(question.queryByLabelText(/Chave de API/)).toBeNull();
    fireEvent.click(question.getByRole('button', { name: 'Continuar' }));
    expect(await question.findByText('Escreva o CNPJ.')).toBeDefined();
    expect(question.getByText('Escreva a data de abertura.')).toBeDefined();
    expect(calls(requests, saveReceiver)).toEqual([]);
    type(question.getByLabelText('CNPJ'), '11.222.333/0001-81');
    type(question.getByLabelText(/^Data de abertura/), '01/03/2021');
    fireEvent.click(question.getByRole('button', { name: 'Continuar' }));
    const keys = await dialog('Chaves do Asaas');
    expect(keys.getByLabelText('Chave de API')).toBeDefined();
    expect(calls(requests, saveReceiver).map(({ body }) => body)).toEqual([
      { type: 'company', cnpj: '11.222.333/0001-81', opened_on: '2021-03-01' },
    ]);
  });

  it('tells a person at once that it cannot receive recurring Pix', async () => {
    const requests = server(
      () => state(without),
      [saveReceiver, () => ({ message: 'Guardado', ...state(without) })],
    );
    await open();
    const uses = await card('Quem faz o quê');
    fireEvent.click(uses.getByRole('button', { name: 'Dizer quem recebe' }));
    const question = await dialog('Quem recebe?');
    fireEvent.click(question.getByRole('radio', { name: /Pessoa/ }));
    expect(
      question.getByText(
        'Conta de pessoa física não recebe Pix Automático. Seus clientes continuam com o Pix de um toque.',
      ),
    ).toBeDefined();
    fireEvent.click(question.getByRole('button', { name: 'Continuar' }));
    await waitFor(() =>
      expect(calls(requests, saveReceiver).map(({ body }) => body)).toEqual([{ type: 'person' }]),
    );
  });

  it('shows address and password of the notices once after the keys were saved', async () => {
    const password = 'senha-criada-pelo-painel-0123456789';
    const requests = server(
      () => state({ providers: [mercadoPago()] }),
      [
        saveAsaasKeys,
        () => ({ message: 'Chaves guardadas', ...state(), noticePassword: password }),
      ],
    );
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Adicionar provedor' }));
    fireEvent.click((await dialog('Adicionar provedor')).getByRole('button', { name: /Asaas/ }));
    const keys = await dialog('Chaves do Asaas');
    type(keys.getByLabelText('Chave de API'), '$aact_prod_0123456789');
    typeCode(keys);
    fireEvent.click(keys.getByRole('button', { name: 'Salvar chaves' }));
    const settings = await dialog('Falta ligar os avisos');
    expect(settings.getByText(password)).toBeDefined();
    expect(settings.getByText('https://painel.example/api/asaas/abc')).toBeDefined();
    expect(calls(requests, saveAsaasKeys)[0]!.body).toMatchObject({
      api_key: '$aact_prod_0123456789',
      code_2fa: '123456',
    });
  });

  it.each([
    'asaas_key_of_sandbox',
    'asaas_key_refused',
    'asaas_key_not_permitted',
    'asaas_other_receiver',
  ] as const)('gives the reason why the keys were refused: %s', async (code) => {
    server(
      () => state(),
      [
        saveAsaasKeys,
        () => {
          throw new Refusal(code);
        },
      ],
    );
    await open();
    fireEvent.click((await card('Asaas')).getByRole('button', { name: 'Alterar Chaves' }));
    const keys = await dialog('Chaves do Asaas');
    type(keys.getByLabelText('Chave de API'), '$aact_hmlg_0123456789');
    typeCode(keys);
    fireEvent.click(keys.getByRole('button', { name: 'Salvar chaves' }));
    expect(await screen.findByText(errorText(code))).toBeDefined();
  });

  it('replaces the keys of Mercado Pago in the same dialog as before', async () => {
    server(
      () => state(),
      [
        getPaymentKeys,
        () => ({
          mercadoPagoPublicKey: 'APP_USR-1',
          mercadoPagoAccessToken: '••••',
          configured: true,
          testPayments: false,
          api: 'orders',
          collector: '1',
          live: true,
          finding: null,
          hasWebhookSecret: true,
          noticeUrl: 'https://painel.example/api/avisos/abc',
          lastNoticeAt: null,
          provenAt: null,
        }),
      ],
    );
    await open();
    fireEvent.click((await card('Mercado Pago')).getByRole('button', { name: 'Alterar Chaves' }));
    const keys = await dialog('Chaves do Mercado Pago');
    expect(await keys.findByText('API Orders')).toBeDefined();
    expect(keys.getByText('https://painel.example/api/avisos/abc')).toBeDefined();
  });
});

describe('card «Quem faz o quê»', () => {
  it('shows a choice only where two providers can serve the way of paying', async () => {
    server(() => state());
    await open();
    const uses = await card('Quem faz o quê');
    const options = (name: string) =>
      within(uses.getByRole('radiogroup', { name }))
        .getAllByRole('radio')
        .map((radio) => radio.getAttribute('value'));
    expect(options('Quem faz: Pix na hora')).toEqual(['mercado-pago', 'asaas']);
    expect(options('Quem faz: Cartão')).toEqual(['mercado-pago']);
    expect(uses.getByText('142 em 30 dias')).toBeDefined();
    expect(uses.getByText('31 autorizações ativas')).toBeDefined();
  });

  it('changes the provider of the single Pix with a fresh code', async () => {
    const requests = server(
      () => state(),
      [savePaymentUses, () => ({ message: 'Trocado', ...state() })],
    );
    await open();
    const uses = await card('Quem faz o quê');
    fireEvent.click(
      within(uses.getByRole('radiogroup', { name: 'Quem faz: Pix na hora' })).getByRole('radio', {
        name: 'Asaas',
      }),
    );
    const question = await dialog('Pix na hora pelo Asaas?');
    typeCode(question);
    fireEvent.click(question.getByRole('button', { name: 'Sim, trocar' }));
    await screen.findByText('Trocado');
    expect(calls(requests, savePaymentUses).map(({ body }) => body)).toEqual([
      { pix: 'asaas', code_2fa: '123456' },
    ]);
  });

  it('says what remains before recurring Pix is no longer offered', async () => {
    const requests = server(
      () => state(),
      [savePaymentUses, () => ({ message: 'Desligado', ...state() })],
    );
    await open();
    const uses = await card('Quem faz o quê');
    fireEvent.click(uses.getByRole('switch', { name: 'Oferecer' }));
    const question = await dialog('Parar de oferecer?');
    expect(
      question.getByText('As 31 autorizações continuam até cada cliente ou você encerrar.'),
    ).toBeDefined();
    typeCode(question);
    fireEvent.click(question.getByRole('button', { name: 'Sim, parar' }));
    await screen.findByText('Desligado');
    expect(calls(requests, savePaymentUses).map(({ body }) => body)).toEqual([
      { offer_recurring: false, code_2fa: '123456' },
    ]);
  });

  it('fixes the switch with the reason while the account is not eligible', async () => {
    const reason = 'CNPJ aberto há 4 meses: pode receber a partir de 12/01/2027.';
    server(() =>
      state({ recurring: { offered: false, eligible: false, reason, activeAuthorizations: 0 } }),
    );
    await open();
    const uses = await card('Quem faz o quê');
    expect((uses.getByRole('switch', { name: 'Oferecer' }) as HTMLInputElement).disabled).toBe(
      true,
    );
    expect(uses.getByText(reason)).toBeDefined();
  });
});

describe('states of the screen', () => {
  it('lists the last notices, and says that none has arrived', async () => {
    let notices: unknown[] = [];
    server(() => state(), [listPaymentNotices, () => notices]);
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Histórico de avisos' }));
    expect(
      await (await dialog('Histórico de avisos')).findByText('Nunca chegou aviso'),
    ).toBeDefined();
    cleanup();
    notices = [
      {
        provider: 'asaas',
        event: 'PAYMENT_RECEIVED',
        outcome: 'refused',
        atTimestamp: seconds('2026-11-20T14:28:00-03:00'),
      },
    ];
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Histórico de avisos' }));
    const history = await dialog('Histórico de avisos');
    expect(await history.findByText('PAYMENT_RECEIVED')).toBeDefined();
    expect(history.getByText('Asaas · recusado: senha errada')).toBeDefined();
  });

  it('shows why the providers could not be read', async () => {
    server(() => {
      throw new Refusal('internal');
    });
    await open();
    expect(await screen.findByText('Não deu para carregar o recebimento')).toBeDefined();
  });

  it('requires a second factor', async () => {
    answering([[getProfile, () => profile()]]);
    await open();
    expect(await screen.findByText('Esta tela pede um segundo fator')).toBeDefined();
  });
});
