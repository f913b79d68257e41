/**
 * The two P2P services for the tested screens. Each test runs on both, because one function
 * describes both.
 */
import { getDashboard } from '@ramal/contract/dashboard';
import type { WireAnswer } from '@ramal/contract/api/endpoint';
import { findLinesByWhatsapp } from '@ramal/contract/lines/lines';
import { newP2pLines, type P2pCalls, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getProfile } from '@ramal/contract/sessions';
import { newP2pPlatform, p2pPlatform } from '../platforms/p2p.ts';
import { counts, ME, profile, row } from './answers.ts';
import { chooseFromMenu, readRowMenu, totals } from './list.tsx';
import { answering, type Respond } from './screen.tsx';

export const services = [
  ['P2P', { platform: p2pPlatform, calls: p2pLines as P2pCalls }],
  ['Novo P2P', { platform: newP2pPlatform, calls: newP2pLines as P2pCalls }],
] as const;

type Row = WireAnswer<P2pCalls['list']>['data'][number];

/** An own official line that expires in ten days, unless overridden. */
export function p2pRow(change: Partial<Row> & { days?: number } = {}): Row {
  const { days = 10, ...rest } = change;
  const like = row({ days });
  return {
    id: 1,
    name: 'dona.celia',
    pass: 'k7Tq29xm',
    status: 1,
    is_trial: false,
    startTime: like.created_at,
    endTime: like.exp_date,
    startTime_timestamp: like.created_at_timestamp,
    endTime_timestamp: like.exp_date_timestamp,
    id_res: ME,
    nota: 'Dona Célia – TV da sala',
    expiring: like.expiring,
    whatsapp: null,
    productid: 2,
    product_name: 'PLANO COMPLETO SEM ADULTOS',
    trusted: false,
    rollback_min: '2026-12-17',
    reseller: { username: 'marcelo' },
    ...rest,
  };
}

export const p2pPage = (...data: Row[]): WireAnswer<P2pCalls['list']> => ({
  data,
  total: data.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
});

export const products = [
  { id: 1, name: 'PLANO COMPLETO' },
  { id: 2, name: 'PLANO COMPLETO SEM ADULTOS' },
];

export const p2pCreated = (
  change: Partial<WireAnswer<P2pCalls['create']>> = {},
): WireAnswer<P2pCalls['create']> => ({
  id: 77,
  name: 'osvaldo',
  pass: 'z8Kj52op',
  exp_date_formatted: '20/12/2026 14:32',
  exp_date_timestamp: 1_797_000_000,
  is_trial: false,
  adult_password: '4321',
  links_franchise: 'Aplicativo: http://app.example',
  whatsapp: null,
  nota: 'Seu Osvaldo',
  product_name: 'PLANO COMPLETO',
  charged: 1,
  balance: 41.4,
  ...change,
});

const allOn = {
  tests: true,
  test_iptv: true,
  iptv: true,
  p2p: true,
  n_p2p: true,
  login: true,
  xcloud: true,
};

/** A seller with access to all platforms. */
export const seller = (change: Parameters<typeof profile>[0] = {}) =>
  profile({ flags: allOn, grants: ['lines.new-p2p'], ...change });

export const p2pServer = (
  calls: P2pCalls,
  list: Respond,
  ...more: Parameters<typeof answering>[0]
) =>
  answering([
    [getProfile, () => seller()],
    [getDashboard, () => totals],
    [findLinesByWhatsapp, () => []],
    [
      calls.count,
      () => ({ all: counts.all, Ativo: counts.all, Teste: counts.Teste, Desativado: counts.Teste }),
    ],
    [calls.list, list],
    [calls.products, () => products],
    [calls.receipt, () => p2pCreated({ id: 1 })],
    ...more,
  ]);

export async function pick(name: string, label: string): Promise<void> {
  await readRowMenu(name);
  chooseFromMenu(label);
}
