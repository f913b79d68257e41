/**
 * Limits that an account sets on its descendants. The limits of all accounts above apply together,
 * so the strictest limit is in force. A limit applies to one account, not to the sum of its
 * network. Source: Q-TESTQUOTA.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, whole } from '../api/fields.ts';
import { decimalAmount } from '../rules/money.ts';
import { type PlatformKey, platformKeys } from '../rules/platforms.ts';

/** Names of the limits, under which they are stored. Null or absent means no limit. */
export const limitNames = [
  'lines',
  'trialsADay',
  'creditsADay',
  'lowestPrice',
  'platforms',
] as const;
export type LimitName = (typeof limitNames)[number];

const limitValues = z.object({
  /** Maximum number of the account's lines, tests included, deleted lines excluded. */
  lines: z.int().nullable(),
  /** Maximum number of tests a day, in the panel's time zone. */
  trialsADay: z.int().nullable(),
  /** Maximum number of credits that the account spends on lines and gives to resellers in a day. */
  creditsADay: z.number().nullable(),
  /** Minimum price of one credit in R$ when the account sells credits. */
  lowestPrice: z.number().nullable(),
  /** Platforms on which the account may sell. */
  platforms: z.array(z.enum(platformKeys)).nullable(),
});

export type LimitValues = z.output<typeof limitValues>;

/** Value of a limit: a number, or platforms. */
export type LimitValue = number | readonly PlatformKey[];

/**
 * Returns true if the limit would allow something that a limit from above forbids. An absent limit
 * is never looser, because the limit from above still applies.
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

/** Returns the author of a limit for use in a sentence: «por marcelo», «pela Administração». */
export const formatLimitAuthor = (from: string | null): string =>
  from === ADMINISTRATION_LABEL ? `pela ${ADMINISTRATION_LABEL}` : `por ${from}`;

const platformsOf = (value: LimitValue): readonly PlatformKey[] =>
  typeof value === 'number' ? [] : value;

export const ADMINISTRATION_LABEL = 'Administração';
export const UPLINE_LABEL = 'quem vende para você';

/**
 * Account that set the limit. The caller sees the names of accounts in its own tree and of its
 * direct parent. A higher account appears as «quem vende para você» or «Administração».
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
  /** Limits on this account that the caller may change. */
  own: limitValues,
  /**
   * Limits from above, which the caller cannot change. They are set on an account above this one,
   * or on this account by an account above the caller. `aboveFrom` contains their authors. The
   * account's own limits can only be stricter.
   */
  above: limitValues,
  aboveFrom: sources,
  /** Limits that are in force. `effectiveFrom` contains their authors. */
  effective: limitValues,
  effectiveFrom: sources,
  /**
   * Values that are compared with the limits: current number of lines, and today's tests and
   * credits.
   */
  used: z.object({ lines: z.int(), trialsToday: z.int(), creditsToday: z.number() }),
  /** True if the caller is above this account and may set its limits. */
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
