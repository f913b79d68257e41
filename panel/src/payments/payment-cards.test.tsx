/**
 * Tests of the cards above the recharges: the confirmations before credits move, and the texts for
 * rejections.
 */
import { errorText, Refusal } from '@ramal/contract/api/errors';
import {
  creditPortal,
  getCreditValue,
  getPaymentKeys,
  getPortalCredits,
  returnPortalCredits,
  saveCreditValue,
  savePaymentKeys,
} from '@ramal/contract/payments/recharges';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ME, profile } from '../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { PortalCreditsCard } from './PortalCreditsCard.tsx';
import { CreditValueCard } from './prices/CreditValueCard.tsx';
import { MercadoPagoKeys } from './providers/MercadoPagoKeys.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const wallets = { credits: 42.4, creditos_portal: 8, id: ME };
const keys = {
  mercado_pago_public_key: null,
  mercado_pago_access_token: null,
  configured: false,
  test_payments: true,
  api: null,
  collector: null,
  live: null,
  finding: null,
  has_webhook_secret: false,
  notice_url: 'https://norte.example/avisos',
  last_notice_at: null,
  proven_at: null,
};
const refused: Respond = () => {
  throw new Refusal('second_factor_required');
};

async function open(card: ReactNode, more: Parameters<typeof answering>[0] = []) {
  const requests = answering([
    [getProfile, () => profile()],
    [getPortalCredits, () => ({ ...wallets, tutorial: null })],
    [getPaymentKeys, () => keys],
    [getCreditValue, () => ({ creditPortal: 35 })],
    ...more,
  ]);
  await show(card, '/settings');
  return requests;
}

const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function expectTold(title: string) {
  const dialog = await screen.findByRole('alertdialog', { name: title });
  expect(dialog.textContent).toContain(errorText('second_factor_required'));
}

it('confirms the transfer of credits to the portal, and sends nothing on «Não»', async () => {
  const requests = await open(<PortalCreditsCard />, [
    [creditPortal, () => ({ message: 'Créditos no portal', ...wallets, creditos_portal: 13 })],
  ]);
  await type(/^Créditos para Recarga/, '5');
  press('Creditar para Portal');
  const question = await screen.findByRole('alertdialog', {
    name: 'Creditar 5 créditos para o portal?',
  });
  expect(question.textContent).toContain('O seu saldo fica com 37,4 créditos');
  fireEvent.click(within(question).getByRole('button', { name: 'Não' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls(requests, creditPortal)).toEqual([]);
  press('Creditar para Portal');
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, creditar' }));
  await screen.findByText('Créditos no portal');
  expect(calls(requests, creditPortal).map(({ body }) => body)).toEqual([
    { id_res: ME, qtd_creditos: '5' },
  ]);
});

it.each([
  ['second_factor_required', errorText('second_factor_required')],
  ['internal', 'Ocorreu um erro ao creditar os créditos.'],
] as const)(
  'shows in the confirmation that credits could not be moved: %s (M-62, M-63)',
  async (code, why) => {
    const respond: Respond = () => {
      throw new Refusal(code);
    };
    await open(<PortalCreditsCard />, [[creditPortal, respond]]);
    await type(/^Créditos para Recarga/, '5');
    press('Creditar para Portal');
    fireEvent.click(await screen.findByRole('button', { name: 'Sim, creditar' }));
    const failure = await within(screen.getByRole('alertdialog')).findByRole('alert');
    expect(failure.textContent).toContain('Erro ao transferir os créditos.');
    expect(failure.textContent).toContain(why);
  },
);

it('shows that credits could not be returned (M-64)', async () => {
  await open(<PortalCreditsCard />, [[returnPortalCredits, refused]]);
  fireEvent.click(await screen.findByRole('button', { name: 'Devolver Créditos' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Devolver Créditos' }));
  await type(/^Créditos para devolver/, '5');
  fireEvent.click(dialog.getByRole('button', { name: 'Devolver Créditos' }));
  await expectTold('Erro ao devolver os créditos.');
});

it('shows that the keys could not be changed (M-66)', async () => {
  await open(<MercadoPagoKeys onClose={() => undefined} />, [[savePaymentKeys, refused]]);
  await type(/^Chave pública/, 'APP_USR-publica');
  await type(/^Chave privada/, 'APP_USR-privada');
  press('Alterar Chaves');
  await expectTold('Erro ao alterar as chaves do Mercado Pago.');
});

it('shows that the value of a credit could not be changed (M-71)', async () => {
  await open(<CreditValueCard />, [[saveCreditValue, refused]]);
  await type('Valor', '40');
  press('Alterar crédito');
  await expectTold('Erro ao alterar valor de crédito.');
});
