/** Figures of the sales page with the values of the drawings. */
import type { StorefrontNumbers } from '../numbers/numbers-params.ts';

type Origin = StorefrontNumbers['origins'][number];

type Counts = readonly [
  visits: number | null,
  tests: number,
  afterTest: number,
  direct: number,
  cents: number,
];

const origin = (
  named: Pick<Origin, 'kind' | 'code' | 'name' | 'detail'>,
  counts: Counts,
): Origin => {
  const [visits, tests, salesAfterTest, directSales, receivedCents] = counts;
  return {
    ...named,
    visits,
    tests,
    salesAfterTest,
    directSales,
    conversion: tests < 10 ? null : Math.round((salesAfterTest / tests) * 10_000),
    receivedCents,
  };
};

const days = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 9, 22 + index)).toISOString().slice(0, 10),
  tests: index === 29 ? 7 : 4 + (index % 2),
  sales: index % 3 === 0 ? 3 : 1,
}));

export const numbers = (change: Partial<StorefrontNumbers> = {}): StorefrontNumbers => ({
  from: '2026-10-22',
  to: '2026-11-20',
  funnel: {
    visits: 967,
    phoneVisits: 834,
    visitsWithoutOrigin: 133,
    requests: 158,
    requestsOnPage: 131,
    requestsByBots: 27,
    tests: 141,
    refused: 17,
    sales: 38,
    salesAfterTest: 34,
    directSales: 4,
  },
  days,
  origins: [
    origin(
      { kind: 'referral', code: '', name: 'Indicação', detail: 'links dos clientes' },
      [58, 14, 6, 1, 37_300],
    ),
    origin(
      { kind: 'code', code: 'status', name: 'Status do WhatsApp', detail: '/marcelo-tv?o=status' },
      [268, 41, 11, 2, 79_800],
    ),
    origin(
      { kind: 'telegram', code: '', name: 'Telegram', detail: '@marcelotv_bot' },
      [96, 12, 3, 0, 10_500],
    ),
    origin(
      { kind: 'chatbot', code: '', name: 'Robô de respostas', detail: 'endereço do chatbot' },
      [null, 27, 6, 0, 21_000],
    ),
    origin(
      { kind: 'code', code: 'instagram', name: 'Instagram', detail: '/marcelo-tv?o=instagram' },
      [412, 38, 7, 1, 34_400],
    ),
    origin(
      { kind: 'none', code: '', name: 'Sem origem', detail: 'digitou o endereço' },
      [133, 9, 1, 0, 3_500],
    ),
  ],
  total: {
    visits: 967,
    tests: 141,
    salesAfterTest: 34,
    directSales: 4,
    conversion: 2_411,
    receivedCents: 186_500,
  },
  refusals: [
    { reason: 'number', label: 'Já tinha feito teste', count: 11 },
    { reason: 'outside-hours', label: 'Fora do horário', count: 4 },
    { reason: 'day-full', label: 'Limite do dia', count: 2 },
  ],
  devices: [
    { device: 'smart-tv', label: 'TV Samsung ou LG', tests: 58 },
    { device: 'tv-box', label: 'TV Box', tests: 37 },
    { device: 'phone', label: 'Celular', tests: 24 },
    { device: 'android-tv', label: 'TV Android', tests: 14 },
    { device: 'computer', label: 'Computador', tests: 8 },
  ],
  ...change,
});
