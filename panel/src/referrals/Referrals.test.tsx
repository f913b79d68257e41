import {
  deliverReferral,
  getReferralSettings,
  listReferrals,
  refuseReferral,
  saveReferralSettings,
} from '@ramal/contract/referrals/referrals';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { seller } from '../lines/test/p2p.tsx';
import { answering, show } from '../lines/test/screen.tsx';
import { Referrals } from './Referrals.tsx';

afterEach(cleanup);

const party = (id: number, name: string) => ({
  id,
  name,
  username: String(55_129_034 + id),
  platform: 'IPTV',
  is_deleted: false,
});

const row = {
  id: 7,
  friend: party(1, 'Sandra Moraes'),
  referrer: party(2, 'Dona Célia'),
  at_timestamp: 1_795_000_000,
  paid_at_timestamp: 1_795_000_000,
  paid: 31.5,
  charge_id: 3,
  days: 10,
  friend_days: 5,
  state: 'waiting' as const,
  until_timestamp: 1_795_604_800,
  reason: '',
  rewards: 0,
};

const page = {
  data: [row],
  total: 1,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
  counts: { all: 1, trial: 0, waiting: 1, delivered: 0, returned: 0, refused: 0, no_purchase: 0 },
  figures: {
    friends: 1,
    bought: 1,
    received: 31.5,
    days: 0,
    rewards: 0,
    credits: 0,
    cost: null,
  },
};

const settings = {
  is_on: true,
  referrer_days: 10,
  referrer_percent: 0,
  friend_days: 0,
  wait_days: 7,
  payments_counted: 1,
  friends_a_year: 12,
  customers: 312,
};

async function open() {
  const requests = answering([
    [getProfile, () => seller()],
    [listReferrals, () => page],
    [getReferralSettings, () => settings],
    [saveReferralSettings, () => ({ ...settings, message: 'Indicação guardada' })],
    [deliverReferral, () => ({ message: 'Recompensa entregue' })],
    [refuseReferral, () => ({ message: 'Indicação recusada' })],
  ]);
  await show(<Referrals />, '/referrals');
  await screen.findAllByText('Sandra Moraes');
  return requests;
}

it('shows the friend, the payment, the state and the cost of a reward before saving', async () => {
  await open();
  expect(screen.getAllByText('Dona Célia').length).toBeGreaterThan(0);
  expect(screen.getAllByText('R$ 31,50').length).toBeGreaterThan(0);
  expect(await screen.findByText('Ligada: o link está no portal de 312 clientes')).toBeTruthy();
  expect(screen.getByText(/Custa a você: 0,33 crédito/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('O amigo ganha, em dias'), { target: { value: '20' } });
  expect(screen.getByText(/Custa a você: 1 crédito por amigo/)).toBeTruthy();
});

it('states the cost of all counted payments of a friend', async () => {
  settings.payments_counted = 12;
  try {
    await open();
    expect(await screen.findByText(/Custa a você: até 3,96 créditos por amigo/)).toBeTruthy();
  } finally {
    settings.payments_counted = 1;
  }
});

it('saves a discount instead of days, and says what it costs', async () => {
  const requests = await open();
  fireEvent.click(await screen.findByRole('combobox', { name: 'Quem indica ganha' }));
  fireEvent.click(
    await screen.findByRole('option', {
      name: 'Desconto no próximo pagamento',
      hidden: true,
    }),
  );
  fireEvent.change(screen.getByLabelText('Desconto de quem indica, em %'), {
    target: { value: '25' },
  });
  expect(screen.queryByLabelText('Quem indica ganha, em dias')).toBeNull();
  expect(
    screen.getByText('Custa a você: 25% de um pagamento de quem indica por amigo.'),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(requests.find(({ name }) => name === 'save-referral-settings')?.body).toMatchObject({
      referrer_kind: 'discount',
      referrer_percent: '25',
    }),
  );
});

it('links each figure to the rows that it counts', async () => {
  await open();
  const link = await waitFor(() => {
    const links = screen.getAllByRole('link', { name: 'R$ 31,50' });
    return links[0]!;
  });
  expect(link.getAttribute('href')).toContain('figure=paid');
});
