/**
 * Limits that cascade: whoever sells above says what an account may do; below it only tighter
 * limits have an effect. Each holds for one account at a time, not for its network together.
 * Source: Q-TESTQUOTA and the resellers issue.
 */
import { z } from 'zod';
import { profiles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { idParam, whole } from './fields.ts';
import { decimalAmount } from './money.ts';
import { type PlatformKey, platformKeys } from './platforms.ts';

/** What may be limited; null or missing means no limit. */
export const limitNames = [
  'lines',
  'trials_a_day',
  'credits_a_day',
  'lowest_price',
  'platforms',
] as const;
export type LimitName = (typeof limitNames)[number];

export const limitValues = z.object({
  /** Lines of its own at a time, tests included, deleted ones not. */
  lines: z.int().nullable(),
  /** Tests made a day, in the panel's time zone. */
  trials_a_day: z.int().nullable(),
  /** Credits that may leave its wallet a day: sold, renewed, given. */
  credits_a_day: z.number().nullable(),
  /** R$ below which it may not sell a credit. */
  lowest_price: z.number().nullable(),
  /** The platforms it may sell on. */
  platforms: z.array(z.enum(platformKeys)).nullable(),
});

export type LimitValues = z.output<typeof limitValues>;

/** A number in any unit, or platforms. */
export type LimitValue = number | readonly PlatformKey[];

/**
 * Whether a limit would let through what the one above it stops. No limit of one's own is never
 * looser: what holds above goes on holding.
 */
export function isLooser(
  name: LimitName,
  value: LimitValue | null,
  above: LimitValue | null,
): boolean {
  if (value === null || above === null) return false;
  if (typeof value === 'number' && typeof above === 'number') {
    return name === 'lowest_price' ? value < above : value > above;
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
 * Who set it: a name inside the caller's own tree or its direct parent's; what comes from higher is
 * «quem vende para você» or «Administração».
 */
const sources = z.record(z.enum(limitNames), z.string().nullable());

const noLimit = z.null();
const amount = (label: string) =>
  decimalAmount(label).refine((hundredths) => hundredths >= 0, {
    error: `O campo ${label} não esta no formato correto.`,
  });

export const limitsOf = z.object({
  id: z.int(),
  username: z.string(),
  /** Set on this very account, and the caller's to change. */
  own: limitValues,
  /** What holds from above, and from whom: set on who stands above it, or on it by who stands higher
   * than the caller. Its own can only be tighter. */
  above: limitValues,
  above_from: sources,
  /** What applies to it, and from whom. */
  effective: limitValues,
  effective_from: sources,
  /** Used today, or now: the figures the limits are held against. */
  used: z.object({ lines: z.int(), trials_today: z.int(), credits_today: z.number() }),
  /** The caller stands above and may set them. */
  may_set: z.boolean(),
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
    trials_a_day: z
      .union([noLimit, whole('Testes por dia', 0, 1_000_000)])
      .optional()
      .meta({ title: 'Testes por dia' }),
    credits_a_day: z
      .union([noLimit, amount('Créditos por dia')])
      .optional()
      .meta({ title: 'Créditos por dia' }),
    lowest_price: z
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
