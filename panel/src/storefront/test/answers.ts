/** Answers of the storefront calls with the figures of the drawings. */
import { planLabel } from '@ramal/contract/rules/plans';
import type { StorefrontState } from '../settings/storefront-values.ts';
import {
  defaultStorefrontTexts,
  type StorefrontSettings,
} from '@ramal/contract/storefront/settings';

export const settings = (change: Partial<StorefrontSettings> = {}): StorefrontSettings => ({
  isOnline: true,
  slug: 'marcelo-tv',
  name: 'Marcelo TV',
  sentence: 'Canais, filmes e séries na TV que você já tem',
  accent: null,
  products: [
    { platform: 'iptv', productId: 1, months: [1, 3, 6, 12] },
    { platform: 'p2p', productId: 7, months: [1, 3] },
  ],
  tests: { perDay: 20, from: '08:00', until: '23:00', hours: 6, provesNumber: true },
  texts: defaultStorefrontTexts,
  channels: { link: true, telegram: true, whatsapp: true },
  ...change,
});

type Plan = StorefrontState['plans'][number];

const plan = (
  months: Plan['months'],
  priceCents: number,
  creditHundredths: number,
  remainsCents: number,
): Plan => ({
  months,
  label: planLabel(months),
  priceCents,
  creditHundredths,
  isPromotion: months >= 6,
  minPriceCents: 2_500,
  remainsCents,
});

export const storefront = (change: Partial<StorefrontState> = {}): StorefrontState => ({
  settings: settings(),
  suggested: settings({ isOnline: false }),
  addressBase: 'https://rm.example/loja/',
  plans: [
    plan(1, 3_500, 100, 2_850),
    plan(2, 7_000, 200, 5_700),
    plan(3, 9_900, 300, 7_950),
    plan(6, 18_600, 500, 15_350),
    plan(12, 34_800, 1_000, 28_300),
  ],
  products: [
    { platform: 'iptv', productId: 1, label: 'Completo' },
    { platform: 'p2p', productId: 7, label: 'P2P' },
  ],
  maxTestsPerDay: 40,
  takesPayments: true,
  portalHundredths: 12_000,
  mayProveNumber: true,
  today: {
    tests: 9,
    sales: 2,
    channels: [
      { channel: 'link', isConnected: true, name: '', testsToday: 4 },
      { channel: 'telegram', isConnected: true, name: '@marcelotv_bot', testsToday: 1 },
      { channel: 'whatsapp', isConnected: false, name: '', testsToday: 0 },
    ],
  },
  ...change,
});
