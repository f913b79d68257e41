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
import { platformKeys } from './platforms.ts';

/** What may be limited; null or missing means no limit. */
export const limitNames = [
  'lines',
  'trials_a_day',
  'credits_a_day',
  'lowest_price',
  'platforms',
] as const;
export type LimitName = (typeof limitNames)[number];

const noLimit = z.null();

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

const source = z.object({ id: z.int(), username: z.string() }).nullable();

export const limitsOf = z.object({
  id: z.int(),
  username: z.string(),
  /** Set on this very account. */
  own: limitValues,
  /** What holds above it, from whom: its own can only be tighter. */
  above: limitValues,
  above_from: z.record(z.enum(limitNames), source),
  /** What applies to it, and from whom. */
  effective: limitValues,
  effective_from: z.record(z.enum(limitNames), source),
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
      .union([noLimit, decimalAmount('Créditos por dia')])
      .optional()
      .meta({ title: 'Créditos por dia' }),
    lowest_price: z
      .union([noLimit, decimalAmount('Menor preço')])
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
