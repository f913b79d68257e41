/** States of the screen «Recebimento» and helpers that open it. */
import { getPaymentProviders } from '@ramal/contract/payments/payment-providers';
import { verifySecondFactor } from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { fireEvent, screen, within } from '@testing-library/react';
import { profile } from '../../lines/test/answers.ts';
import { answering, type Respond, show } from '../../lines/test/screen.tsx';
import { PaymentProviders } from './PaymentProviders.tsx';
import type { Proof, Provider, ProvidersState } from './provider-words.ts';

export const seconds = (text: string): number => Date.parse(text) / 1000;
export const proof = (key: Proof['key'], change: Partial<Proof> = {}): Proof => ({
  key,
  state: 'proven',
  text: '',
  detail: '',
  atTimestamp: null,
  ...change,
});
export const mercadoPago = (change: Partial<Provider> = {}): Provider => ({
  kind: 'mercado-pago',
  status: 'receiving',
  keyHint: 'APP_USR-7f3c…',
  hasNoticePassword: true,
  live: true,
  noticeUrl: 'https://painel.example/api/avisos/abc',
  lastNoticeTimestamp: seconds('2026-11-20T14:28:00-03:00'),
  checkedTimestamp: null,
  proofs: [
    proof('keys', { atTimestamp: seconds('2026-11-18T09:12:00-03:00') }),
    proof('notices', { atTimestamp: seconds('2026-11-20T14:28:00-03:00') }),
    proof('no-recurring', { state: 'info' }),
  ],
  ...change,
});
export const asaas = (change: Partial<Provider> = {}): Provider => ({
  ...mercadoPago(),
  kind: 'asaas',
  keyHint: '$aact_prod_…4e1',
  noticeUrl: 'https://painel.example/api/asaas/abc',
  proofs: [
    proof('company-age', { detail: 'desde 03/2021' }),
    proof('company-name', { detail: 'MARCELO TV LTDA' }),
    proof('account', { atTimestamp: seconds('2026-11-20T06:00:00-03:00') }),
  ],
  ...change,
});
export const woovi = (change: Partial<Provider> = {}): Provider => ({
  ...mercadoPago(),
  kind: 'woovi',
  keyHint: 'Q2xp…9Cg',
  hasNoticePassword: false,
  noticeUrl: 'https://painel.example/api/avisos/abc/woovi',
  ...change,
});
export const receiver = {
  type: 'company',
  document: '12.345.678/0001-95',
  openedOn: '2021-03-01',
  mayRecur: true,
  reason: '',
} as const;
export const state = (change: Partial<ProvidersState> = {}): ProvidersState => ({
  providers: [mercadoPago(), asaas()],
  uses: [
    { use: 'pix', provider: 'mercado-pago', choices: ['mercado-pago', 'asaas'], count: 142 },
    { use: 'card', provider: 'mercado-pago', choices: ['mercado-pago'], count: 11 },
    { use: 'recurring', provider: 'asaas', choices: ['asaas'], count: 31 },
  ],
  receiver,
  recurring: { offered: true, eligible: true, reason: '', activeAuthorizations: 31 },
  testPayments: false,
  ...change,
});
export const without: Partial<ProvidersState> = {
  providers: [],
  uses: (['pix', 'card', 'recurring'] as const).map((use) => ({
    use,
    provider: null,
    choices: [],
    count: 0,
  })),
  receiver: null,
  recurring: {
    offered: false,
    eligible: false,
    reason: 'Diga antes se quem recebe é empresa (CNPJ) ou pessoa (CPF).',
    activeAuthorizations: 0,
  },
};

export const server = (now: Respond, ...more: Parameters<typeof answering>[0]) =>
  answering([
    [getProfile, () => profile({ secondFactor: { ...profile().secondFactor, enrolled: true } })],
    [
      verifySecondFactor,
      () => ({
        has2fa: true,
        passkeys: 0,
        recoveryCodes: 0,
        requiredFrom: null,
        mustEnrol: false,
        replacementPending: false,
      }),
    ],
    [getPaymentProviders, now],
    ...more,
  ]);
export const open = () => show(<PaymentProviders />, '/payment-providers');
export const card = async (name: string) => within(await screen.findByRole('region', { name }));
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
export const type = (field: HTMLElement, value: string) =>
  fireEvent.change(field, { target: { value } });
export const typeCode = (box: { getAllByRole: typeof screen.getAllByRole }) =>
  box
    .getAllByRole('textbox')
    .filter((field) => field.getAttribute('autocomplete') === 'one-time-code')
    .forEach((field) => type(field, '123456'));
