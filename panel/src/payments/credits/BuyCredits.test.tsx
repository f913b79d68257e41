import { buyCredits, getTopUp, getTopUpOffer } from '@ramal/contract/payments/top-ups';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { seller } from '../../lines/test/p2p.tsx';
import { answering, show } from '../../lines/test/screen.tsx';
import { BuyCredits } from './BuyCredits.tsx';

afterEach(cleanup);

const REFERENCE = '0f8fad5b-d9cb-469f-a165-70867728950e';

const topUp = {
  reference: REFERENCE,
  credits: 60,
  bonus: 0,
  value: 450,
  seller: 'loja-norte',
  method: 'pix' as const,
  state: 'pending' as const,
  reason: null,
  pix_code: '00020126br.gov.bcb.pix',
  checkout_url: null,
  expires_at: 1_795_000_000,
  sandbox: false,
};

const offer = {
  seller: 'loja-norte',
  tiers: [
    { from_credits: 10, value: 9 },
    { from_credits: 50, value: 7.5 },
  ],
  bonus: null as null | { per_credits: number; bonus_credits: number; from_credits: number[] },
  sandbox: false,
};

async function open(
  selling: typeof offer = offer,
  state: 'pending' | 'paid' | 'settled' = 'pending',
) {
  const requests = answering([
    [getProfile, () => seller()],
    [getTopUpOffer, () => selling],
    [buyCredits, () => topUp],
    [getTopUp, () => ({ ...topUp, state })],
  ]);
  await show(<BuyCredits />, '/buy-credits');
  return requests;
}

const pay = () =>
  fireEvent.click(screen.getAllByRole('button', { name: /^Pagar R\$.*com Pix$/ })[0]!);

it('shows the price of the quantity at its step before the purchase', async () => {
  await open();
  const quantity = await screen.findByLabelText('Outra quantidade');
  expect(screen.getAllByText('R$ 90,00').length).toBeGreaterThan(0);
  fireEvent.change(quantity, { target: { value: '60' } });
  expect(screen.getAllByText('R$ 450,00').length).toBeGreaterThan(0);
  fireEvent.change(quantity, { target: { value: '9' } });
  expect(screen.getAllByText('O mínimo são 10 créditos').length).toBeGreaterThan(0);
});

it('shows the bonus of the quantity and the balance that includes it', async () => {
  await open({ ...offer, bonus: { per_credits: 50, bonus_credits: 5, from_credits: [50] } });
  const quantity = await screen.findByLabelText('Outra quantidade');
  expect(screen.getByText('A cada 50, mais 5 de bônus')).toBeTruthy();
  expect(screen.queryByText('Bônus')).toBeNull();
  fireEvent.change(quantity, { target: { value: '120' } });
  expect(screen.getAllByText('+ 10').length).toBeGreaterThan(0);
});

it('requests the Pix and shows its code until it is paid', async () => {
  const requests = await open();
  fireEvent.change(await screen.findByLabelText('Outra quantidade'), { target: { value: '60' } });
  pay();
  const shown = await screen.findByText('00020126br.gov.bcb.pix');
  // The order is that of the payment page that customers see.
  const copy = screen.getByRole('button', { name: /Copiar código Pix/ });
  expect(copy.getAttribute('data-variant')).toBe('filled');
  const order = [
    screen.getByRole('heading', { name: /450,00/ }),
    screen.getByRole('img'),
    shown,
    copy,
  ];
  for (const [index, part] of order.slice(1).entries())
    expect(order[index]!.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(
      0,
    );
  expect(screen.getByText('Esperando o pagamento')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/top-ups')?.body).toEqual({
    credits: '60',
    method: 'pix',
  });
});

it('shows the delivered credits, or that the payment waits for the seller', async () => {
  await open(offer, 'settled');
  await screen.findByLabelText('Outra quantidade');
  pay();
  expect(await screen.findByText('60 créditos na conta')).toBeTruthy();
  cleanup();
  await open(offer, 'paid');
  await screen.findByLabelText('Outra quantidade');
  pay();
  expect(await screen.findByText('Pagamento recebido')).toBeTruthy();
});

it('names the seller to contact when no credits are sold', async () => {
  await open({ ...offer, seller: '', tiers: [] });
  expect(await screen.findByText('Peça a recarga a quem vende para você.')).toBeTruthy();
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  fireEvent.click(screen.getByRole('button', { name: 'Pedir recarga' }));
  expect(decodeURIComponent(String(opened.mock.lastCall?.[0]))).toBe(
    'https://wa.me/?text=Olá! Preciso de uma recarga de créditos.',
  );
  opened.mockRestore();
});
