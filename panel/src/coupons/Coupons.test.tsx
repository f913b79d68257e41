import {
  countCouponCustomers,
  type CouponRow,
  createCoupon,
  getCouponOptions,
  listCoupons,
} from '@ramal/contract/coupons/coupons';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { seller } from '../lines/test/p2p.tsx';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { audienceText, endWord, newCode, planText, typedCode } from './coupon-words.ts';
import { Coupons } from './Coupons.tsx';

afterEach(cleanup);

const row: CouponRow = {
  id: 1,
  code: 'BLACK15',
  kind: 'percent',
  amount: 15,
  leastCredits: null,
  plans: [12],
  audiences: [],
  customers: [],
  customerCount: 0,
  oncePerCustomer: true,
  startsOn: '2026-11-01',
  endsOn: '2026-11-25',
  daysLeft: 5,
  uses: 9,
  mostUses: 50,
  value: 2662.2,
  status: 'valid',
};

const onWire = (coupon: CouponRow) => ({
  id: coupon.id,
  code: coupon.code,
  kind: coupon.kind,
  amount: coupon.amount,
  least_credits: coupon.leastCredits,
  plans: coupon.plans,
  audiences: coupon.audiences,
  customers: coupon.customers,
  customer_count: coupon.customerCount,
  once_per_customer: coupon.oncePerCustomer,
  starts_on: coupon.startsOn,
  ends_on: coupon.endsOn,
  days_left: coupon.daysLeft,
  uses: coupon.uses,
  most_uses: coupon.mostUses,
  value: coupon.value,
  status: coupon.status,
});

const options = {
  plans: [
    { months: 1 as const, value: 35 },
    { months: 3 as const, value: 99 },
  ],
  lowest_price: null,
  least_credits: 50,
  knows_payer: false,
  portal_url: 'http://painel.exemplo/portal',
};

async function open(rows: readonly CouponRow[] = [row]) {
  const requests = answering([
    [getProfile, () => seller()],
    [
      listCoupons,
      () => ({
        data: rows.map(onWire),
        total: rows.length,
        total_exact: true,
        current_page: 1,
        per_page: 10,
        last_page: 1,
        counts: { all: rows.length, valid: rows.length, paused: 0, over: 0 },
        valid_value: 2662.2,
      }),
    ],
    [getCouponOptions, () => options],
    [countCouponCustomers, () => ({ customers: 265 })],
    [createCoupon, () => ({ id: 2, code: 'NATAL20', message: 'Cupom NATAL20 criado' })],
  ]);
  await show(<Coupons />, '/coupons');
  return requests;
}

it('shows a coupon with its uses, money and near end', async () => {
  await open();
  expect((await screen.findAllByText('BLACK15')).length).toBeGreaterThan(0);
  expect(screen.getByText('15% em 12 meses')).toBeDefined();
  expect(screen.getByText('em 5 dias')).toBeDefined();
  expect(
    screen.getByText('1 cupom. Os que valem trouxeram R$ 2.662,20 em pagamentos.'),
  ).toBeDefined();
  const uses = screen.getByRole('link', { name: '9 usos do cupom BLACK15' });
  expect(uses.getAttribute('href')).toBe('/recharge-portal?coupon=BLACK15');
  const money = screen.getByRole('link', { name: /R\$ 2\.662,20 em pagamentos/ });
  expect(money.getAttribute('href')).toContain('status=approved');
});

it('invites to the first coupon', async () => {
  await open([]);
  expect(await screen.findByText('Nenhum cupom ainda')).toBeDefined();
});

it('shows the effect of the typed coupon and creates it', async () => {
  const requests = await open([]);
  fireEvent.click((await screen.findAllByRole('button', { name: 'Criar cupom' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Criar cupom' }));
  fireEvent.change(dialog.getByLabelText('Código'), { target: { value: 'natal-20' } });
  fireEvent.change(dialog.getByLabelText('Quanto'), { target: { value: '20' } });
  expect(dialog.getByText('R$ 28,00')).toBeDefined();
  expect(dialog.getByText('R$ 79,20')).toBeDefined();
  fireEvent.click(dialog.getByLabelText('3 meses'));
  expect(dialog.queryByText('R$ 28,00')).toBeNull();
  fireEvent.click(dialog.getByLabelText('Vencidos'));
  expect(await dialog.findByText('vale para 265 clientes')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Criar cupom de 20%' }));
  expect(await screen.findByText('Cupom NATAL20 criado')).toBeDefined();
  expect(calls(requests, createCoupon)[0]!.body).toMatchObject({
    code: 'NATAL20',
    kind: 'percent',
    amount: '20',
    plans: [3],
    audiences: ['expired'],
    lines: [],
    once_per_customer: true,
  });
});

it('replaces plans and customers by the top-up for a coupon of credits', async () => {
  await open([]);
  fireEvent.click((await screen.findAllByRole('button', { name: 'Criar cupom' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Criar cupom' }));
  fireEvent.click(dialog.getByLabelText('Créditos'));
  fireEvent.change(dialog.getByLabelText('Quanto'), { target: { value: '5' } });
  expect(dialog.queryByText('Planos')).toBeNull();
  expect(dialog.getByText('55 créditos')).toBeDefined();
  expect(dialog.getByText('Uma vez por revenda')).toBeDefined();
});

it('names the plans, customers and end of a coupon', () => {
  expect(planText(row)).toBe('12 meses');
  expect(planText({ ...row, kind: 'credits', leastCredits: 50, plans: [] })).toBe(
    'Recargas de 50+',
  );
  expect(audienceText({ ...row, audiences: ['expired', 'trial'] })).toBe(
    'Vencidos, Quem fez teste',
  );
  expect(
    audienceText({ ...row, audiences: ['chosen'], customers: ['Dona Célia'], customerCount: 3 }),
  ).toBe('Dona Célia, mais 2');
  expect(endWord({ ...row, daysLeft: 0 })).toBe('hoje');
  expect(endWord({ ...row, daysLeft: 8 })).toBeUndefined();
  expect(endWord({ ...row, status: 'paused' })).toBeUndefined();
});

it('makes codes of letters and digits that the server accepts', () => {
  expect(newCode()).toMatch(/^[A-Z]{5}[2-9]{3}$/);
  expect(typedCode(' natal-20 ção')).toBe('NATAL20O');
});
