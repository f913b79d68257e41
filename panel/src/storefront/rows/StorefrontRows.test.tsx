// @vitest-environment happy-dom
import { getProfile } from '@ramal/contract/sessions';
import {
  listStorefrontRequests,
  listStorefrontSales,
  listStorefrontVisits,
} from '@ramal/contract/storefront/numbers';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { StorefrontRows } from './StorefrontRows.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const AT = 1_795_000_000;

const request = {
  id: 1,
  createdTimestamp: AT,
  phone: '5511955550142',
  channel: 'link',
  originKind: 'code',
  originName: 'Instagram',
  device: 'tv-box',
  result: 'refused',
  reason: 'number',
  reasonText: 'Já tinha feito teste',
  line: null,
};

const sale = {
  id: 2,
  paidTimestamp: AT,
  phone: '5511955550143',
  months: 3,
  priceCents: 9_900,
  originKind: 'none',
  originName: 'Sem origem',
  isAfterTest: true,
  state: 'settled',
  line: { id: 77, platform: 'iptv', username: '77120482' },
};

const visit = {
  day: '2026-11-20',
  originKind: 'code',
  originName: 'Instagram',
  visits: 41,
  phoneVisits: 30,
};

const page = (row: object) => ({
  data: [row],
  total: 1,
  totalExact: true,
  currentPage: 1,
  perPage: 25,
  lastPage: 1,
});

const server = () =>
  answering([
    [getProfile, () => profile()],
    [listStorefrontRequests, () => page(request)],
    [listStorefrontSales, () => page(sale)],
    [listStorefrontVisits, () => page(visit)],
  ]);

it('lists the requests with the filters of the figure, and clears them', async () => {
  const requests = server();
  await show(
    <StorefrontRows />,
    '/storefront/rows/requests?period=7d&result=refused&reason=number&originKind=code&originCode=instagram',
  );
  expect(await screen.findByText('+55 (11) 95555-0142')).toBeTruthy();
  expect(screen.getByText('Já tinha feito teste')).toBeTruthy();
  expect(calls(requests, listStorefrontRequests)[0]?.query).toMatchObject({
    period: '7d',
    result: 'refused',
    reason: 'number',
    origin_kind: 'code',
    origin_code: 'instagram',
  });
  fireEvent.click(screen.getByLabelText('Entregues'));
  await vi.waitFor(() =>
    expect(calls(requests, listStorefrontRequests).at(-1)?.query).toMatchObject({
      result: 'taken',
    }),
  );
});

it('links each sale to its line', async () => {
  server();
  await show(<StorefrontRows />, '/storefront/rows/sales?after=test');
  const line = await screen.findByRole('link', { name: '77120482' });
  expect(line.getAttribute('href')).toContain('/users-iptv');
  expect(screen.getByText('R$ 99,00')).toBeTruthy();
  expect(screen.getByText('3 meses')).toBeTruthy();
});

it('lists the visits by day and origin', async () => {
  server();
  await show(<StorefrontRows />, '/storefront/rows/visits');
  expect(await screen.findByText('Instagram')).toBeTruthy();
  expect(screen.getByText('41')).toBeTruthy();
  expect(screen.getByText('20/11/2026')).toBeTruthy();
});

it('knows no other lists', async () => {
  server();
  await show(<StorefrontRows />, '/storefront/rows/others');
  expect(screen.queryByRole('table')).toBeNull();
});
