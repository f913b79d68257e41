/**
 * Server answers for the tested screens. Only the network is faked; the answers must match the
 * contract.
 */
import type { ResponseOf, WireAnswer } from '@ramal/contract/api/endpoint';
import type {
  createIptvLine,
  getIptvPackages,
  listIptvLines,
} from '@ramal/contract/lines/iptv-lines';
import type { getLine } from '@ramal/contract/lines/line-page';
import type { getProfile } from '@ramal/contract/sessions';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const ME = 4821;

export const profile = (
  change: Partial<ResponseOf<typeof getProfile>> = {},
): ResponseOf<typeof getProfile> => ({
  id: ME,
  username: 'marcelo',
  profile: 'reseller',
  isMaster: true,
  secondFactor: {
    enrolled: false,
    requiredFrom: null,
    mustEnrol: false,
    replacementPending: false,
  },
  idFranchise: null,
  grants: [],
  flags: {
    tests: true,
    test_iptv: true,
    iptv: true,
    p2p: false,
    n_p2p: false,
    login: true,
    xcloud: true,
  },
  platforms: ['iptv', 'p2p', 'new-p2p'],
  credits: 42.4,
  creditsWithoutCode: null,
  timeZone: 'America/Sao_Paulo',
  quarantine: null,
  ticketsMenu: true,
  country: 'BR',
  ...change,
});

type Row = WireAnswer<typeof listIptvLines>['data'][number];

/** An official line of the account that expires in ten days, unless overridden. */
export function row(change: Partial<Row> & { days?: number } = {}): Row {
  const { days = 10, ...rest } = change;
  // Uses a full hour, because the menu differs at 23:59.
  const now = seconds(new Date());
  const expires = now - (now % HOUR_S) + days * DAY_S;
  return {
    id: 1,
    id_iptv: 901,
    username: '84920175',
    password: 'k7Tq29xm',
    status: 'Ativo',
    is_trial: false,
    online: false,
    watching: '',
    nota: 'Dona Célia – TV da sala',
    exp_date: '20/12/2026 14:32',
    exp_date_timestamp: expires,
    created_at: '20/08/2026 14:32',
    created_at_timestamp: expires - 100 * DAY_S,
    last_watched_timestamp: null,
    expiring: days > 7 ? 0 : days > 1 ? 1 : 2,
    id_res: ME,
    whatsapp: null,
    package: 1,
    package_name: 'Completo',
    bouquets: [],
    trusted: false,
    rollback_min: '2026-12-17',
    block_abuse: false,
    abuse_reasons: '',
    reseller: { username: 'marcelo' },
    ...rest,
  };
}

/** Answer about one line of the customer's page. */
export const lineFacts = (
  change: Partial<WireAnswer<typeof getLine>> = {},
): WireAnswer<typeof getLine> => {
  const { id_iptv: _id, ...line } = row();
  return {
    ...line,
    platform: 'iptv',
    period_start_timestamp: line.exp_date_timestamp - 30 * DAY_S,
    screens: 2,
    ...change,
  };
};

export const lineListAnswer = (...data: Row[]): WireAnswer<typeof listIptvLines> => ({
  data,
  total: data.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
});

const none = { total: 0, exact: true };
export const counts = {
  all: { total: 3, exact: true },
  online: none,
  Ativo: none,
  Teste: none,
  Desativado: none,
};

export const packages: WireAnswer<typeof getIptvPackages> = [
  { id: 1, name: 'Completo', max_connections: 1, allows_tests: true },
  { id: 2, name: 'Família', max_connections: 0, allows_tests: false },
];

export const bouquets: WireAnswer<typeof getIptvPackages> = [{ id: 1, name: 'Notícias' }];

export const created = (
  change: Partial<WireAnswer<typeof createIptvLine>> = {},
): WireAnswer<typeof createIptvLine> => ({
  id: 77,
  username: '30809062',
  password: 'z8Kj52op',
  exp_date_formatted: '20/12/2026 14:32',
  exp_date_timestamp: seconds(new Date()) + 30 * DAY_S,
  is_trial: false,
  whatsapp: null,
  nota: 'Dona Célia',
  package_name: 'Completo',
  M3U8: 'http://r4.example/1',
  short_M3U8: 'http://r4.example/s/1',
  M3U8_2: 'http://r4.example/2',
  short_M3U8_2: 'http://r4.example/s/2',
  SSIPTV_M3U8: 'http://r4.example/3',
  short_SSIPTV_M3U8: 'http://r4.example/s/3',
  DNS_SMARTER: 'http://r4.example',
  links_franchise: '',
  links_Stb: 'http://stb.example',
  links_WebPlayer: 'http://web.example',
  charged: 1,
  balance: 41.4,
  ...change,
});
