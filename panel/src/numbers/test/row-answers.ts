/** Server answers for tests of the rows of a figure in «Números». */
import type { getTrialGroups } from '@ramal/contract/numbers/numbers';
import type { listNumberRows, NumberRow } from '@ramal/contract/numbers/rows';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { asOf, numbers, ready, toSeconds } from './answers.ts';

export const trialGroups: ResponseOf<typeof getTrialGroups> = {
  ...ready,
  by: 'hours',
  groups: [
    { key: '6', label: '6 horas', trials: 120, converted: 30, conversion: 2_500 },
    { key: '4', label: '4 horas', trials: 44, converted: 6, conversion: 1_364 },
    { key: '2', label: '2 horas', trials: 4, converted: 1, conversion: null },
  ],
};

/** A customer whose line expired yesterday, unless overridden. */
export const numberRow = (change: Partial<NumberRow> = {}): NumberRow => ({
  key: 'line-1',
  kind: 'customer',
  lineId: 1,
  platform: 'iptv',
  username: '55817290',
  name: 'Bar do Nando',
  whatsapp: null,
  reseller: 'marcelo',
  plan: 30,
  origin: 'own',
  sinceTimestamp: toSeconds('2026-05-19T12:00:00-03:00'),
  atTimestamp: toSeconds('2026-11-19T12:00:00-03:00'),
  cents: -3_500,
  beforeCents: null,
  afterCents: null,
  priceSource: 'payment',
  reason: 'not-renewed',
  now: 'expired',
  nowSinceTimestamp: toSeconds('2026-11-19T12:00:00-03:00'),
  hours: null,
  device: null,
  giver: null,
  converted: null,
  method: null,
  costKind: null,
  text: '',
  correction: false,
  ...change,
});

export const numberRows = (
  data: readonly NumberRow[],
  change: Partial<ResponseOf<typeof listNumberRows>> = {},
): ResponseOf<typeof listNumberRows> => ({
  data: [...data],
  total: data.length,
  totalExact: true,
  currentPage: 1,
  perPage: 10,
  lastPage: 1,
  figure: numbers.figures.find(({ figure: key }) => key === 'churn')!,
  sumCents: data.reduce((sum, { cents }) => sum + (cents ?? 0), 0),
  reasons: [],
  from: '2026-10-21',
  until: '2026-11-20',
  closedAtTimestamp: null,
  asOfTimestamp: asOf,
  ...change,
});
