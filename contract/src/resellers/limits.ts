/**
 * Limits that cascade: the upline limits an account; further down the tree only tighter limits have an
 * effect. A limit applies to one account, not to its network as a whole.
 * Source: Q-TESTQUOTA and the resellers issue.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, whole } from '../api/fields.ts';
import { decimalAmount } from '../rules/money.ts';
import { type PlatformKey, platformKeys } from '../rules/platforms.ts';

/** The limits; null or missing means no limit. They are stored under their wire names. */
export const limitNames = [
  'lines',
  'trialsADay',
  'creditsADay',
  'lowestPrice',
  'platforms',
] as const;
export type LimitName = (typeof limitNames)[number];

const limitValues = z.object({
  /** Lines of its own at a time, tests included, deleted ones not. */
  lines: z.int().nullable(),
  /** Tests made a day, in the panel's time zone. */
  trialsADay: z.int().nullable(),
  /** Credits that may leave its wallet a day: sold, renewed, given. */
  creditsADay: z.number().nullable(),
  /** R$ below which it may not sell a credit. */
  lowestPrice: z.number().nullable(),
  /** The platforms it may sell on. */
  platforms: z.array(z.enum(platformKeys)).nullable(),
});

export type LimitValues = z.output<typeof limitValues>;

/** A number in any unit, or platforms. */
export type LimitValue = number | readonly PlatformKey[];

/**
 * Whether a limit would allow what the one above it forbids. No own limit is never looser, because the
 * limit from above still applies.
 */
export function isLooser(
  name: LimitName,
  value: LimitValue | null,
  above: LimitValue | null,
): boolean {
  if (value === null || above === null) return false;
  if (typeof value === 'number' && typeof above === 'number') {
    return name === 'lowestPrice' ? value < above : value > above;
  }
  return platformsOf(value).some((key) => !platformsOf(above).includes(key));
}

/** «por marcelo», «pela Administração». */
export const byWhom = (from: string | null): string =>
  from === OFFICE ? `pela ${OFFICE}` : `por ${from}`;

const platformsOf = (value: LimitValue): readonly PlatformKey[] =>
  typeof value === 'number' ? [] : value;

export const OFFICE = 'Administração';
export const SOMEBODY_ABOVE = 'quem vende para você';

/**
 * Account that set it: a name inside the caller's tree or its direct parent's; a higher account appears
 * as «quem vende para você» or «Administração».
 */
const source = z.string().nullable();
const sources = z.object({
  lines: source,
  trialsADay: source,
  creditsADay: source,
  lowestPrice: source,
  platforms: source,
});

const noLimit = z.null();
const amount = (label: string) =>
  decimalAmount(label).refine((hundredths) => hundredths >= 0, {
    error: `O campo ${label} não esta no formato correto.`,
  });

const limitsOf = z.object({
  id: z.int(),
  username: z.string(),
  /** Set on this very account, and the caller's to change. */
  own: limitValues,
  /** The limit from above and its author: set on an upline, or on this account by an account above the
   * caller. The account's own limit can only be tighter. */
  above: limitValues,
  aboveFrom: sources,
  /** The limit in force, and its author. */
  effective: limitValues,
  effectiveFrom: sources,
  /** Use so far today, or now, which is compared with the limits. */
  used: z.object({ lines: z.int(), trialsToday: z.int(), creditsToday: z.number() }),
  /** The caller is an upline and may set the limits. */
  maySet: z.boolean(),
});

export const getLimits = endpoint({
  name: 'get-limits',
  method: 'GET',
  path: '/api/reseller-limits/:id',
  summary: 'Os limites de uma revenda da própria rede (ou os próprios), e de quem vêm.',
  access: { profiles },
  params: idParam,
  answer: limitsOf,
  errors: ['reseller_not_found'],
});

export const setLimits = endpoint({
  name: 'set-limits',
  method: 'PUT',
  path: '/api/reseller-limits/:id',
  summary: 'Limita o que uma revenda abaixo pode fazer; nulo tira o limite.',
  access: { profiles, master: true },
  params: idParam,
  body: z.object({
    lines: z
      .union([noLimit, whole('Linhas', 0, 10_000_000)])
      .optional()
      .meta({ title: 'Linhas' }),
    trialsADay: z
      .union([noLimit, whole('Testes por dia', 0, 1_000_000)])
      .optional()
      .meta({ title: 'Testes por dia' }),
    creditsADay: z
      .union([noLimit, amount('Créditos por dia')])
      .optional()
      .meta({ title: 'Créditos por dia' }),
    lowestPrice: z
      .union([noLimit, amount('Menor preço')])
      .optional()
      .meta({ title: 'Menor preço' }),
    platforms: z
      .union([noLimit, z.array(z.enum(platformKeys)).max(platformKeys.length)])
      .optional()
      .meta({ title: 'Plataformas' }),
  }),
  answer: limitsOf.extend({ message: z.string() }),
  errors: ['reseller_not_found', 'forbidden', 'limit_looser'],
});
