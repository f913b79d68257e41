/** Server answers for tests of the costs in «Números». */
import type { Cost, listCosts } from '@ramal/contract/numbers/costs';
import type { getNumberSettings } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';

const cost = (change: Partial<Cost>): Cost => ({
  id: null,
  kind: 'other',
  name: '',
  platform: null,
  cents: 0,
  quantity: null,
  day: null,
  since: null,
  repeats: null,
  correction: false,
  ...change,
});

export const costs: ResponseOf<typeof listCosts> = {
  month: '2026-11',
  closedAtTimestamp: null,
  data: [
    cost({ kind: 'credits', name: 'Créditos usados', cents: 96_200, quantity: 14_800 }),
    cost({ kind: 'fees', name: 'Tarifas de Pix', cents: 7_140, quantity: 210 }),
    cost({ kind: 'messages', name: 'WhatsApp Cloud API', cents: 8_460, quantity: 940 }),
    cost({
      id: 1,
      kind: 'server',
      name: 'Servidor de linhas 1',
      platform: 'iptv',
      cents: 25_000,
      day: '2026-11-05',
      since: '2026-03-05',
      repeats: 'monthly',
    }),
    cost({
      id: 2,
      kind: 'server',
      name: 'Servidor de linhas 2',
      platform: 'p2p',
      cents: 13_000,
      day: '2026-11-12',
      since: '2026-07-12',
      repeats: 'monthly',
    }),
    cost({
      id: 3,
      name: 'Anúncios no Instagram',
      cents: 30_000,
      day: '2026-11-03',
      since: '2026-11-03',
      repeats: 'once',
    }),
    cost({
      id: 4,
      name: 'Arte e vídeos',
      cents: 15_000,
      day: '2026-11-10',
      since: '2026-11-10',
      repeats: 'once',
    }),
  ],
  totalCents: 194_800,
};

export const numberSettings: ResponseOf<typeof getNumberSettings> = {
  masterSeesCustomers: true,
  pixFee: 99,
  cardFee: 498,
  messageCents: 9,
  weeklySummary: false,
};
