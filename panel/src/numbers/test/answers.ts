/** Server answers for tests of «Números». The figures are consistent with each other. */
import type { getCohorts } from '@ramal/contract/numbers/cohorts';
import { type FigureKey, getFigureTexts } from '@ramal/contract/numbers/figures';
import type { Figure, getNumberGroups, getNumbers } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';

export const toSeconds = (text: string): number => Math.floor(Date.parse(text) / 1000);

export const closedAt = toSeconds('2026-11-01T00:10:00-03:00');
export const asOf = toSeconds('2026-11-20T14:30:00-03:00');

export const ready = { state: 'ready', progress: 100, asOfTimestamp: asOf } as const;

export const figure = (key: FigureKey, change: Partial<Figure> = {}): Figure => {
  const { unit, definition } = getFigureTexts(key);
  return {
    figure: key,
    unit,
    definition,
    value: null,
    before: null,
    numerator: null,
    denominator: null,
    count: null,
    ...change,
  };
};

const figures: Figure[] = [
  figure('revenue', { value: 1_049_400, before: 985_600, count: 312 }),
  figure('base', { value: 985_600, count: 293 }),
  figure('new', { value: 139_900, count: 41 }),
  figure('recovered', { value: 0, count: 0 }),
  figure('changed', { value: -1_800, count: 6 }),
  figure('lost', { value: -74_300, count: 22 }),
  figure('customers', { value: 312, before: 293 }),
  figure('ticket', { value: 3_363, numerator: 1_049_400, denominator: 312 }),
  figure('retention', { value: 9_249, numerator: 271, denominator: 293 }),
  figure('churn', { value: 751, before: 810, numerator: 22, denominator: 293 }),
  figure('trial-conversion', { value: 2_195, numerator: 36, denominator: 164 }),
  figure('lifetime-value', { value: 44_795 }),
  figure('received', { value: 784_600, before: 921_200, count: 210 }),
  figure('costs', { value: 194_800, before: 221_400, count: 7 }),
  figure('profit', { value: 589_800, before: 699_800 }),
  figure('margin', { value: 7_517, before: 7_597 }),
  figure('profit-per-customer', { value: 1_890 }),
];

const monthRow = (month: string, receivedCents: number, costCents: number, customers: number) => ({
  month,
  receivedCents,
  costCents,
  profitCents: receivedCents - costCents,
  revenueCents: receivedCents,
  customers,
  correctionCents: 0,
  corrections: 0,
  closedAtTimestamp: closedAt as number | null,
});

export const numbers: ResponseOf<typeof getNumbers> = {
  ...ready,
  scope: 'own',
  period: {
    key: '30d',
    from: '2026-10-21',
    until: '2026-11-20',
    month: '2026-11',
    closedAtTimestamp: null,
  },
  daysMissing: 0,
  hasCosts: true,
  withoutPayment: 4,
  withoutPrice: 0,
  figures,
  trend: [7_480, 7_950, 8_420, 8_900, 9_400, 9_856, 10_494].map((reais, index) => ({
    day: `2026-${String(index + 5).padStart(2, '0')}-28`,
    revenueCents: reais * 100,
    customers: 220 + index * 15,
  })),
  forecast: {
    cents: 994_000,
    lowCents: 931_000,
    highCents: 1_048_000,
    renewalCents: 878_000,
    newCents: 116_000,
    last: { month: '2026-10', forecastCents: 948_000, receivedCents: 921_200, error: 291 },
  },
  months: [
    monthRow('2026-06', 748_000, 192_000, 220),
    monthRow('2026-07', 790_000, 198_000, 235),
    monthRow('2026-08', 831_000, 205_000, 250),
    monthRow('2026-09', 872_000, 212_000, 270),
    monthRow('2026-10', 921_200, 221_400, 293),
    {
      ...monthRow('2026-11', 784_600, 194_800, 312),
      correctionCents: -3_500,
      corrections: 1,
      closedAtTimestamp: null,
    },
  ],
  costs: [
    { kind: 'credits', cents: 96_200, count: 14_800 },
    { kind: 'other', cents: 45_000, count: 2 },
    { kind: 'server', cents: 38_000, count: 2 },
    { kind: 'messages', cents: 8_460, count: 940 },
    { kind: 'fees', cents: 7_140, count: 210 },
  ],
  methods: [
    { method: 'pix', cents: 714_600, count: 190 },
    { method: 'card', cents: 70_000, count: 20 },
  ],
};

/** The answer for an account that has never had a customer. */
export const noNumbers: ResponseOf<typeof getNumbers> = {
  ...numbers,
  hasCosts: false,
  withoutPayment: 0,
  figures: figures.map(({ figure: key, unit }) =>
    figure(key, { value: unit === 'rate' ? null : 0, count: 0 }),
  ),
  trend: [],
  forecast: null,
  months: numbers.months.map(({ month, closedAtTimestamp }) => ({
    ...monthRow(month, 0, 0, 0),
    closedAtTimestamp,
  })),
  costs: [],
  methods: [],
};

type Groups = ResponseOf<typeof getNumberGroups>;

const group = (
  key: string,
  label: string,
  values: Pick<Groups['groups'][number], 'customers' | 'revenueCents' | 'share' | 'retention'>,
): Groups['groups'][number] => ({
  key,
  label,
  base: 1_000,
  remaining: (values.retention ?? 0) / 10,
  ...values,
});

export const origins: Groups = {
  ...ready,
  by: 'origin',
  groups: [
    group('own', 'Você criou', {
      customers: 113,
      revenueCents: 380_500,
      share: 3_626,
      retention: 9_400,
    }),
    group('storefront', 'Página de venda', {
      customers: 105,
      revenueCents: 349_700,
      share: 3_332,
      retention: 9_020,
    }),
    group('referral', 'Indicação', {
      customers: 47,
      revenueCents: 158_900,
      share: 1_514,
      retention: 9_760,
    }),
    group('chatbot', 'Robô de respostas', {
      customers: 30,
      revenueCents: 102_200,
      share: 974,
      retention: 8_890,
    }),
    group('import', 'Importação', {
      customers: 17,
      revenueCents: 58_100,
      share: 554,
      retention: 8_750,
    }),
  ],
};

export const plans: Groups = {
  ...ready,
  by: 'plan',
  groups: [
    group('30', '1 mês', { customers: 187, revenueCents: 654_500, share: 6_237, retention: 9_100 }),
    group('90', '3 meses', {
      customers: 62,
      revenueCents: 204_600,
      share: 1_950,
      retention: 9_300,
    }),
    group('180', '6 meses', {
      customers: 38,
      revenueCents: 117_800,
      share: 1_123,
      retention: 9_500,
    }),
    group('360', '12 meses', {
      customers: 25,
      revenueCents: 72_500,
      share: 690,
      retention: 9_700,
    }),
  ],
};

type Cohorts = ResponseOf<typeof getCohorts>;

const share = (part: number, whole: number): number => Math.round((10_000 * part) / whole);

/**
 * Creates a cohort. `stayed` contains the number of remaining customers by age. The last value
 * belongs to the current month.
 */
const cohort = (
  month: string,
  customers: number,
  stayed: readonly number[],
): Cohorts['cohorts'][number] => ({
  month,
  customers,
  revenueCents: customers * 3_350,
  cells: stayed.map((count, index) => ({
    age: index + 1,
    customers: count,
    revenueCents: count * 3_350,
    share: share(count, customers),
    revenueShare: share(count, customers),
    running: index === stayed.length - 1,
  })),
});

const total = (age: number, customers: number, ofCustomers: number): Cohorts['all'][number] => ({
  age,
  customers,
  ofCustomers,
  revenueCents: customers * 3_350,
  ofRevenueCents: ofCustomers * 3_350,
  share: share(customers, ofCustomers),
  revenueShare: share(customers, ofCustomers),
});

export const cohorts: Cohorts = {
  state: 'ready',
  asOfTimestamp: asOf,
  definition: getFigureTexts('cohort').definition,
  cohorts: [
    cohort('2026-04', 34, [30, 28, 26, 25, 24, 23, 23]),
    cohort('2026-05', 29, [26, 24, 23, 22, 21, 20]),
    cohort('2026-06', 38, [34, 31, 30, 29, 27]),
    cohort('2026-07', 41, [37, 35, 33, 31]),
    cohort('2026-08', 36, [33, 31, 29]),
    cohort('2026-09', 44, [41, 38]),
    cohort('2026-10', 47, [43]),
    cohort('2026-11', 31, []),
  ],
  all: [
    total(1, 201, 222),
    total(2, 149, 178),
    total(3, 112, 142),
    total(4, 76, 101),
    total(5, 45, 63),
    total(6, 23, 34),
  ],
  totalCustomers: 300,
  lifetimeValueCents: 44_795,
};
