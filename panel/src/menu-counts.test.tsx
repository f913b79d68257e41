/** Tests that the counts in the menu and the lists share one request. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { readBoxOverview } from '@ramal/contract/boxes/boxes';
import { countIptvLines, listAllIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { getTelegram } from '@ramal/contract/links';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getDashboard } from '@ramal/contract/dashboard';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Lines } from './lines/list/Lines.tsx';
import { iptvLines } from './lines/platforms/iptv.ts';
import { counts, lineListAnswer, profile, row } from './lines/test/answers.ts';
import { totals } from './lines/test/list.tsx';
import { answering, calls, show } from './lines/test/screen.tsx';
import { type LineTotals, buildMenu, type Profile } from './menu.ts';
import { MenuCounts } from './MenuCounts.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const countsOf = (total: number, exact = true) => ({ ...counts, all: { total, exact } });
const ofP2p = (total: number) => {
  const { online: _online, ...rest } = countsOf(total);
  return rest;
};

async function open(me: Profile, iptv = countsOf(208)) {
  const requests = answering([
    [getProfile, () => me],
    [getDashboard, () => totals],
    [getTelegram, () => ({ link: 'https://t.me/ramal' })],
    [readBoxOverview, () => overview],
    [countIptvLines, () => iptv],
    [p2pLines.count, () => ofP2p(104)],
    [newP2pLines.count, () => ofP2p(37)],
    [listIptvLines, () => lineListAnswer(row())],
    [listAllIptvLines, () => lineListAnswer(row())],
  ]);
  const telegram = vi.fn<(link: string) => void>();
  const boxes = vi.fn<(waiting: number) => void>();
  const seen = vi.fn<(known: LineTotals) => void>();
  await show(
    <>
      <MenuCounts profile={me} onCounts={seen} onTelegram={telegram} onBoxes={boxes} />
      <Lines platform={iptvLines} />
    </>,
    me.profile === 'admin' ? '/double-access' : '/users-iptv',
  );
  await screen.findByText('84920175');
  const lastCounts = () => seen.mock.lastCall![0];
  const shown = () =>
    buildMenu(me, { lines: lastCounts() }).flatMap(({ items }) =>
      items.flatMap(({ label, count, children = [] }) => [
        ...(count === undefined ? [] : [[label, count]]),
        ...children.flatMap((child) =>
          child.count === undefined ? [] : [[`${label} ${child.label}`, child.count]],
        ),
      ]),
    );
  return { requests, shown, telegram, boxes };
}

const overview: ResponseOf<typeof readBoxOverview> = {
  portalUrl: 'http://rm.exemplo/c/',
  counts: { all: 0, on: 0, off: 0, expired: 0, problem: 0 },
  waiting: [],
  waitingTotal: 3,
};

it('shows the number of boxes that wait next to their entry', async () => {
  const { requests, boxes } = await open(profile());
  await waitFor(() => expect(boxes).toHaveBeenLastCalledWith(3));
  expect(calls(requests, readBoxOverview)).toHaveLength(1);
  const badges = buildMenu(profile(), { waitingBoxes: 3 }).flatMap(({ items }) =>
    items.flatMap(({ label, badge }) => (badge ? [[label, badge]] : [])),
  );
  expect(badges).toEqual([['Caixas', 3]]);
});

const seller = profile({ flags: { ...profile().flags, p2p: true } });

it('shows a seller the counts of own lines, each requested once', async () => {
  const { requests, shown } = await open(seller);
  await waitFor(() =>
    expect(shown()).toEqual([
      ['IPTV', 208],
      ['IPTV Listagem', 208],
      ['P2P', 104],
      ['P2P Listagem', 104],
    ]),
  );
  expect(calls(requests, countIptvLines).map(({ query }) => query)).toEqual([{ reseller_id: '0' }]);
  expect(calls(requests, p2pLines.count)).toHaveLength(1);
  expect(calls(requests, newP2pLines.count)).toHaveLength(0);
});

it('shows an admin the count of all lines', async () => {
  const { requests, shown } = await open(profile({ profile: 'admin' }), countsOf(9000));
  await waitFor(() => expect(shown()).toEqual([['Usuários IPTV', 9000]]));
  expect(calls(requests, countIptvLines).map(({ query }) => query)).toEqual([
    { reseller_id: 'all' },
  ]);
  expect(calls(requests, p2pLines.count)).toHaveLength(0);
});

it('shows no count when the total is only a lower bound', async () => {
  const { shown } = await open(profile(), countsOf(10_000, false));
  expect(shown()).toEqual([]);
});

it('shows the Telegram channel as an external link in every menu', async () => {
  const { telegram } = await open(seller);
  await waitFor(() => expect(telegram).toHaveBeenLastCalledWith('https://t.me/ramal'));
  const hrefs = (link: string) =>
    buildMenu(seller, { telegram: link }).flatMap(({ items }) =>
      items.flatMap(({ href }) => href ?? []),
    );
  expect(hrefs('https://t.me/ramal')).toEqual(['https://t.me/ramal']);
  expect(hrefs('')).toEqual([]);
});
