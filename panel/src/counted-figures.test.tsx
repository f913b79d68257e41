/**
 * Tests that every count of rows on the home screen and in the reports links to these rows
 * (Q-COUNTS).
 */
import { listAnnouncements } from '@ramal/contract/announcements';
import type { ResponseOf, WireAnswer } from '@ramal/contract/api/endpoint';
import { getDashboard } from '@ramal/contract/dashboard';
import {
  adminHome,
  type CountedFigure,
  reportFigures,
  sellerHome,
} from '@ramal/contract/fixtures/counted-figures';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { getReports } from '@ramal/contract/reports';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dashboard } from './dashboard/Dashboard.tsx';
import { dueAnswer } from './dashboard/due/due.fixtures.ts';
import { profile } from './lines/test/answers.ts';
import { totals } from './lines/test/list.tsx';
import { seller } from './lines/test/p2p.tsx';
import { answering, show } from './lines/test/screen.tsx';
import { Reports } from './reports/Reports.tsx';

/**
 * Home data of an account with rows on all three platforms. Each total therefore needs several
 * links, one for each list.
 */
const home: ResponseOf<typeof getDashboard> = {
  ...totals,
  totalWatching: 9,
  generateTests: 4,
  usersIptv: 3,
  usersP2p: 5,
  usersNewP2p: 2,
  expiringIptv: 1,
  expiringP2p: 3,
  expiringNewP2p: 2,
  iptvTests: 1,
  p2pTests: 3,
  newP2pTests: 1,
  createdUsers: 6,
  importedUsers: 2,
  migratedUsers: 1,
  totalNewUsers: 8,
  totalOnline: 2,
  childrens: {
    iptvActives: 3,
    iptvExpired: 2,
    p2pActives: 5,
    p2pExpired: 4,
    newP2pActives: 1,
    newP2pExpired: 2,
    totalTestsIptv: 1,
    totalTestsP2p: 3,
    totalTestsNewP2p: 2,
  },
};
const byPlatform = [
  { platform: 'iptv', total: 1 },
  { platform: 'p2p', total: 2 },
  { platform: 'new-p2p', total: 3 },
] as const;
const due: WireAnswer<typeof getDueLines> = {
  ...dueAnswer(),
  projection: { ...dueAnswer().projection, still_due: 6, still_due_by_platform: [...byPlatform] },
  payments: {
    received_cents: 3_000,
    received_by_platform: [...byPlatform],
    open_cents: 2_000,
    open_by_platform: [...byPlatform],
  },
};
const months = ['06/2026', '07/2026', '08/2026', '09/2026', '10/2026', '11/2026'];
const users = months.map((mes, index) => ({ mes, users: index + 1 }));
const money = Object.fromEntries(months.map((mes) => [mes, 10]));
const reports: WireAnswer<typeof getReports> = {
  financeiro: money,
  financeiro_proprio: money,
  novos_usuarios_iptv: users,
  novos_usuarios_p2p: users,
  novos_usuarios_migrados: users,
  novos_usuarios_importados: users,
  renovacoes: users,
  vencimentos: users,
  creditos: months.map((mes) => ({ mes, recebidos: 1, consumidos: 2, enviados: 3 })),
  as_of: '21/11/2026 12:00',
};
const announcements: WireAnswer<typeof listAnnouncements> = {
  anuncios: [],
  atualizacoes: [],
  anunciosPortal: [],
  anunciosP2P: [],
  anunciosPortalP2P: [],
  total: 0,
  total_exact: true,
  current_page: 1,
  per_page: 5,
  last_page: 1,
};

const SUM = 'A sum of credits or money. The statement of its month explains it.';

/** Values that do not count rows, each with its reason. */
const uncounted: Readonly<Record<string, string>> = {
  'Projeção do mês: Créditos para renovar': 'An estimate for rows that do not exist yet.',
  'Vendas de créditos: Você': SUM,
  'Vendas de créditos: Sua rede': SUM,
  'Créditos: Recebidos': SUM,
  'Créditos: Consumidos': SUM,
  'Créditos: Enviados': SUM,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/**
 * Returns the title of the section or chart that contains a value. Undefined for a row of values
 * without a title.
 */
const titleOf = (figure: Element): string | null | undefined =>
  figure.closest('section:has(h2, h3)')?.querySelector('h2, h3')?.textContent;

/** Returns the links of each value on the screen, by the titles of section and value. */
const shownFigures = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...document.querySelectorAll('[data-figure]')].map((figure) => [
      `${titleOf(figure)}: ${figure.firstElementChild?.textContent}`,
      [...figure.querySelectorAll('a')].map((link) =>
        decodeURIComponent(link.getAttribute('href')!),
      ),
    ]),
  );

/** Returns the declared links in the same format as the links on the screen. */
function declaredFigures(figures: readonly CountedFigure[], me: number) {
  const declared: Record<string, string[]> = {};
  for (const { section, label, lists } of figures)
    (declared[`${section}: ${label}`] ??= []).push(
      ...lists.map(({ href }) => href.replace(':me', String(me))),
    );
  return declared;
}

const admin = profile({ profile: 'admin', credits: null, grants: ['lines.new-p2p'] });

it.each([
  ['the home of a reseller', Dashboard, seller(), sellerHome, 'Novos com a rede'],
  ['the home of an admin', Dashboard, admin, adminHome, 'Total de revendas'],
  ['the reports', Reports, seller(), reportFigures('2026-11'), 'Vencimentos'],
] as [string, ComponentType, ResponseOf<typeof getProfile>, readonly CountedFigure[], string][])(
  '%s links every figure to its rows, or declares why it counts none',
  async (_screen, Page, me, figures, last) => {
    answering([
      [getProfile, () => me],
      [getDashboard, () => home],
      [getDueLines, () => due],
      [getReports, () => reports],
      [listAnnouncements, () => announcements],
    ]);
    await show(<Page />, '/dashboard');
    await screen.findAllByText(last);
    const shown = Object.entries(shownFigures()).map(
      ([name, links]) => [name.replace(/^(Recebimentos: Recebido em) .*/, '$1'), links] as const,
    );
    const counted = shown.filter(([name]) => !(name in uncounted));
    expect(Object.fromEntries(counted)).toEqual(declaredFigures(figures, me.id));
  },
);
