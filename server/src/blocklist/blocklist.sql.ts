/** Stores and reads the scores, blocks and correct sign-ins of addresses. */
import { platformKeys } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import {
  MAX_DECAY_SECONDS,
  HALF_LIFE_SECONDS,
  MAX_THRESHOLD,
  HONEST_RAISES_BY,
  REMEMBERED_DAYS,
  THRESHOLD,
  WINDOW_SECONDS,
} from './blocklist-rules.ts';

export const isExempt = (network: Sql, now: Date): Sql => sql`exists (
  select from exempt_networks e where e.network >>= ${network} and (e.ends_at is null or e.ends_at > ${now}))`;

/** Wrong attempts of one network, to be added to its row. */
interface Addition {
  readonly network: string;
  readonly attempts: number;
  /** Number of pairs of name and password that are new for this network. */
  readonly pairs: number;
  readonly weight: number;
}

/**
 * Adds the attempts to the scores of networks and returns the new scores. An exempt network has no
 * row in the result.
 */
export const addScores = (additions: readonly Addition[], now: Date): Sql => sql`
  insert into blocked_addresses as b (network, attempts, score, scored_at, window_started_at, window_pairs)
  select a.network, a.attempts, a.weight, ${now}, ${now}, a.pairs
  from unnest(${additions.map((addition) => addition.network)}::cidr[], ${additions.map((addition) => addition.attempts)}::int[],
    ${additions.map((addition) => addition.weight)}::real[], ${additions.map((addition) => addition.pairs)}::int[])
    a (network, attempts, weight, pairs)
  where not ${isExempt(sql`a.network`, now)}
  order by a.network
  on conflict (network) do update set
    attempts = b.attempts + excluded.attempts,
    score = b.score * power(0.5, least(${MAX_DECAY_SECONDS}, greatest(0, extract(epoch from excluded.scored_at - b.scored_at))) / ${HALF_LIFE_SECONDS}) + excluded.score,
    scored_at = excluded.scored_at,
    window_started_at = case when ${isOldWindow(now)} then excluded.scored_at else b.window_started_at end,
    window_pairs = case when ${isOldWindow(now)} then 0 else b.window_pairs end + excluded.window_pairs
  returning ${formatNetwork(sql`network`)} as network, score, ${countHonestSignIns(sql`b.network`, now)} as honest,
    coalesce(blocked_until > ${now}, false) as is_blocked,
    case when blocked_at > ${now}::timestamptz - make_interval(days => ${REMEMBERED_DAYS}) then blocks else 0 end as blocks`;

const isOldWindow = (now: Date): Sql =>
  sql`b.window_started_at < ${now}::timestamptz - make_interval(secs => ${WINDOW_SECONDS})`;

export interface Score {
  readonly network: string;
  readonly score: number;
  /** Number of lines and accounts that signed in correctly from this network within a day. */
  readonly honest: number;
  readonly isBlocked: boolean;
  /** Number of earlier blocks that make the next one longer. */
  readonly blocks: number;
}

export const countHonestSignIns = (network: Sql, now: Date): Sql => sql`(
  select count(*)::int from honest_sign_ins h
  where h.network = ${network} and h.at > ${now}::timestamptz - interval '1 day')`;

export const computeThreshold = (honest: number): number =>
  Math.min(MAX_THRESHOLD, THRESHOLD + HONEST_RAISES_BY * honest);

/**
 * Blocks a network. Sets its score to zero, so that the next block needs as many new pairs as this
 * one.
 */
export const blockAddress = (
  network: string,
  what: { until: Date; reason: string; isShared: boolean; blocks: number },
  now: Date,
): Sql => sql`
  update blocked_addresses set blocked_at = ${now}, blocked_until = ${what.until}, blocks = ${what.blocks},
    is_shared = ${what.isShared}, reason = ${what.reason}, reason_pairs = window_pairs, score = 0
  where network = ${network}::cidr`;

export const recordHonestSignIn = (network: string, who: string, now: Date): Sql => sql`
  insert into honest_sign_ins (network, who, at) values (${network}::cidr, ${who}, ${now})
  on conflict (network, who) do update set at = excluded.at`;

/** Adds refused requests to the counts of attempts. Networks without a row are ignored. */
export const addAttempts = (refused: ReadonlyMap<string, number>): Sql => sql`
  update blocked_addresses b set attempts = attempts + r.times
  from unnest(${[...refused.keys()]}::cidr[], ${[...refused.values()]}::int[]) r (network, times)
  where b.network = r.network`;

export interface Block {
  readonly until: Date;
  /**
   * True if lines sign in correctly from the address too. Then only wrong sign-ins from it are
   * refused.
   */
  readonly isShared: boolean;
}

/** Selects the addresses that are blocked now. */
export const currentBlocks = (now: Date): Sql => sql`
  select ${formatNetwork(sql`b.network`)} as network, b.blocked_until as until, b.is_shared
  from blocked_addresses b
  where b.blocked_until > ${now} and not ${isExempt(sql`b.network`, now)}`;

/** SQL: formats a network in the same way as `toNetwork`. An IPv4 address gets no prefix length. */
export const formatNetwork = (network: Sql): Sql =>
  sql`case family(${network}) when 4 then host(${network}) else ${network}::text end`;

export interface RefusedTry {
  readonly at: Date;
  readonly address: string;
  readonly username: string;
  /** Masked name. This name is stored if no account and no line has the real name. */
  readonly usernameMasked: string;
  readonly passwordMasked: string;
  readonly host: string;
}

/**
 * Inserts wrong sign-ins. Stores a name unmasked only if an account or line has it. People also
 * type passwords into the field for the name (Q-BLUSER).
 */
export const insertRefusedTries = (rows: readonly RefusedTry[]): Sql => sql`
  insert into refused_players (at, address, username, password_masked, host)
  select t.at, t.address,
    case when exists (
        select from accounts a where lower(a.username) = lower(t.username) and a.deleted_at is null)
      or exists (
        select from lines l where l.platform = any(${[...platformKeys]}::text[])
          and l.username = t.username and l.deleted_at is null)
    then t.username else t.username_masked end, t.password_masked, t.host
  from unnest(${rows.map(({ at }) => at)}::timestamptz[], ${rows.map(({ address }) => address)}::inet[],
    ${rows.map(({ username }) => username)}::text[], ${rows.map(({ usernameMasked }) => usernameMasked)}::text[],
    ${rows.map(({ passwordMasked }) => passwordMasked)}::text[], ${rows.map(({ host }) => host)}::text[])
    as t (at, address, username, username_masked, password_masked, host)`;
