/**
 * Counts the visits of storefronts in memory, and adds them to the table a few seconds later. A
 * visit therefore writes nothing.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay } from '../../foundation/clock.ts';
import { oncePer } from '../../foundation/shared-runs.ts';
import type { ReadPage } from '../page/read-page.ts';

const FLUSH_MS = 5_000;

/** Programs that open shared links for a preview, or that index pages. */
const PROGRAM = /bot|crawl|spider|preview|whatsapp\/|facebookexternalhit|lighthouse|monitor/i;
const PHONE = /Mobi|Android|iPhone/;

/** Parts of the request that a visit is counted by. */
interface Visit {
  readonly query: { readonly o?: unknown };
  readonly headers: { readonly 'user-agent'?: string | undefined };
}

interface VisitCount {
  readonly accountId: number;
  readonly day: string;
  readonly originCode: string;
  visits: number;
  phoneVisits: number;
}

interface VisitCounter {
  readonly counts: Map<string, VisitCount>;
  timer: NodeJS.Timeout | undefined;
}

const counterOf = oncePer(
  (ctx: AppContext) => ctx.config,
  (): VisitCounter => ({ counts: new Map(), timer: undefined }),
);

export function countVisit(
  ctx: AppContext,
  { accountId, originCodes }: ReadPage,
  { query, headers }: Visit,
): void {
  const program = headers['user-agent'] ?? '';
  if (PROGRAM.test(program)) return;
  const counter = counterOf(ctx);
  const written = typeof query.o === 'string' ? query.o.toLowerCase() : '';
  // Only codes of the seller's links count, because a stranger may write any code.
  const originCode = originCodes.has(written) ? written : '';
  const day = localDay(ctx.clock.now(), ctx.clock.timeZone);
  const key = `${accountId} ${day} ${originCode}`;
  const count = counter.counts.get(key) ?? {
    accountId,
    day,
    originCode,
    visits: 0,
    phoneVisits: 0,
  };
  count.visits += 1;
  if (PHONE.test(program)) count.phoneVisits += 1;
  counter.counts.set(key, count);
  counter.timer ??= setTimeout(() => void flushLater(ctx, counter), FLUSH_MS).unref();
}

async function flushLater(ctx: AppContext, counter: VisitCounter): Promise<void> {
  counter.timer = undefined;
  try {
    await flushVisits(ctx);
  } catch (error) {
    ctx.log.error({ err: error }, 'visits were not stored');
  }
}

/** Adds the counted visits to the table. Counts of a failed write are added with the next one. */
export async function flushVisits(ctx: AppContext): Promise<void> {
  const { counts } = counterOf(ctx);
  // All processes lock the rows in the same order.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  if (rows.length === 0) return;
  counts.clear();
  try {
    await ctx.db.tx((tx) =>
      tx.run(sql`
        insert into storefront_visits (account_id, day, origin_code, visits, phone_visits)
        select * from unnest(${rows.map(({ accountId }) => accountId)}::bigint[],
          ${rows.map(({ day }) => day)}::date[], ${rows.map(({ originCode }) => originCode)}::text[],
          ${rows.map(({ visits }) => visits)}::int[], ${rows.map(({ phoneVisits }) => phoneVisits)}::int[])
        on conflict (account_id, day, origin_code) do update
          set visits = storefront_visits.visits + excluded.visits,
            phone_visits = storefront_visits.phone_visits + excluded.phone_visits`),
    );
  } catch (error) {
    for (const row of rows) restore(counts, row);
    throw error;
  }
}

function restore(counts: Map<string, VisitCount>, row: VisitCount): void {
  const key = `${row.accountId} ${row.day} ${row.originCode}`;
  const newer = counts.get(key);
  if (newer) {
    newer.visits += row.visits;
    newer.phoneVisits += row.phoneVisits;
  } else counts.set(key, row);
}
