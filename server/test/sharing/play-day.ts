/**
 * Writes one day of a simulated town into the database, event by event, and runs the detection as
 * the jobs do. Only the clock is simulated.
 */
import { randomUUID } from 'node:crypto';
import { abuseCriteria } from '@ramal/contract/abuse';
import type pg from 'pg';
import { findSharingLines } from '../../src/abuse/abuse.ts';
import type { AppContext } from '../../src/foundation/app-context.ts';
import { makeDraw } from './draw.ts';
import { MINUTE, type LineHistory, playLine } from './one-line.ts';
import { honest, sharers } from './viewers.ts';

/** Midnight in São Paulo. */
const BEGINS = Date.parse('2026-11-20T03:00:00Z');
const DAY_MINUTES = 24 * 60;
const midnight = (day: number): number => BEGINS + day * DAY_MINUTES * MINUTE;

export interface Viewer {
  readonly lineId: number;
  readonly kind: string;
  readonly sharing: 'no' | 'below' | 'above';
  readonly played: LineHistory;
}

/** A simulated day. The number 0 is the first day. */
interface TownDay {
  readonly day: number;
  readonly viewers: readonly Viewer[];
}

export interface TownContext {
  readonly ctx: AppContext & { readonly clock: { set(iso: string): void } };
  /** Pool that is connected as the owner of the schema. */
  readonly owner: pg.Pool;
}

interface Town {
  /**
   * Number of lines. A town of 5,000 lines defines the share of each kind of line. Every kind has
   * at least one line.
   */
  readonly lines: number;
  readonly seed: number;
  readonly firstId: number;
}

/** Creates the lines of a day. Homes and devices are the same on every day, and sessions differ. */
export function townOn(day: number, { lines, seed, firstId }: Town): TownDay {
  const viewers: Viewer[] = [];
  for (const [kinds, shares] of [
    [honest, false],
    [sharers, true],
  ] as const) {
    for (const [kind, [of5000, make]] of Object.entries(kinds)) {
      const count = Math.max(1, Math.round((of5000 * lines) / 5_000));
      for (let n = 0; n < count; n += 1) {
        const account = makeDraw(seed * 1_000_003 + viewers.length);
        const today = makeDraw((seed + 7_919 * (day + 1)) * 1_000_003 + viewers.length);
        const { screens, sessions } = make(account, today);
        const played = playLine(today, screens, sessions);
        const sharing = shares ? expectedError(played) : 'no';
        viewers.push({ lineId: firstId + viewers.length, kind, sharing, played });
      }
    }
  }
  return { day, viewers };
}

/**
 * Returns `above` if the line meets the criteria of the detection, otherwise `below`. The criteria
 * are minutes of simultaneous viewing in several households, and the number of takeovers.
 */
function expectedError({ input, takeOvers }: LineHistory): 'below' | 'above' {
  if (takeOvers >= abuseCriteria.takeOvers) return 'above';
  let [together, times, run] = [0, 0, 0];
  for (let minute = 0; minute <= DAY_MINUTES; minute += 1) {
    const at = (minute + 0.5) * MINUTE;
    const homes = new Set(
      input.filter(({ from, to }) => from <= at && at < to).map(({ household }) => household),
    );
    if (homes.size > 1) {
      together += 1;
      run += 1;
    }
    if (run > 0 && homes.size < 2) {
      times += Math.ceil(run / abuseCriteria.unbrokenMinutes);
      run = 0;
    }
  }
  const isAbove = together > abuseCriteria.togetherMinutes && times >= abuseCriteria.times;
  return isAbove ? 'above' : 'below';
}

/**
 * Plays the day. Returns the lines that were found, and the duration of each run in milliseconds.
 */
export async function playDay(
  { ctx, owner }: TownContext,
  { day, viewers }: TownDay,
  everyMinutes: number,
) {
  await layOut(owner, viewers, midnight(day));
  const lineIds = new Set<number>();
  const took: number[] = [];
  for (let minute = everyMinutes; minute <= DAY_MINUTES; minute += everyMinutes) {
    const [before, now] = [minute - everyMinutes, minute].map((at) =>
      new Date(midnight(day) + at * MINUTE).toISOString(),
    );
    await happen(owner, before!, now!);
    ctx.clock.set(now!);
    const start = performance.now();
    for (const id of await findSharingLines(ctx)) lineIds.add(id);
    took.push(performance.now() - start);
  }
  return { found: lineIds, took };
}

/** Dismisses every finding as an admin does. Later findings then depend only on later viewings. */
export async function dismissAll(owner: pg.Pool, day: number): Promise<void> {
  const at = new Date(midnight(day)).toISOString();
  await owner.query(`update abuse_findings set closed_at = $1 where closed_at is null`, [at]);
  await owner.query(
    `update lines set abuse_reasons = '', abuse_counts_from = $1 where abuse_reasons <> ''`,
    [at],
  );
}

/**
 * Inserts the lines, and plans their viewings in the table `day`. The function `happen` carries out
 * the plan.
 */
async function layOut(owner: pg.Pool, viewers: readonly Viewer[], begins: number): Promise<void> {
  await owner.query(`
    insert into accounts (id, username, password_hash, profile, ancestors) values (900, 'dono', '-', 'reseller', '{900}')
    on conflict do nothing`);
  await owner.query(
    `insert into lines (id, platform, owner_id, username, password, is_trial, expires_at, short_code)
     select id, 'iptv', 900, id::text, 'senha', false, '2027-06-01', 'dia' || id from unnest($1::bigint[]) id
     on conflict do nothing`,
    [viewers.map(({ lineId }) => lineId)],
  );
  await owner.query(`create unlogged table if not exists day (like viewings)`);
  for (let from = 0; from < viewers.length; from += 500) {
    const rows = viewers.slice(from, from + 500).flatMap(({ lineId, played }) =>
      played.viewings.map(({ player, address: url, stream, from: starts, to, why }) => ({
        id: randomUUID(),
        line_id: lineId,
        stream_id: stream,
        title: `Canal ${stream}`,
        encoding: 'HLS',
        address: url,
        user_agent: player,
        started_at: new Date(begins + Math.round(starts)).toISOString(),
        seen_at: new Date(begins + Math.round(to)).toISOString(),
        ended_at: new Date(begins + Math.round(to)).toISOString(),
        ended_because: why,
      })),
    );
    await owner.query(
      `insert into day select * from jsonb_populate_recordset(null::day, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  await owner.query(`
    create index if not exists day_started_idx on day (started_at);
    create index if not exists day_ended_idx on day (ended_at);
    create unique index if not exists day_key on day (id);
    analyze day`);
}

async function happen(owner: pg.Pool, before: string, now: string): Promise<void> {
  await owner.query(
    `update viewings v set ended_at = d.ended_at, seen_at = d.ended_at, ended_because = d.ended_because
     from day d where d.id = v.id and v.ended_at is null and d.ended_at > $1 and d.ended_at <= $2`,
    [before, now],
  );
  await owner.query(
    `insert into viewings (id, line_id, stream_id, title, encoding, address, user_agent, started_at, seen_at, ended_at, ended_because)
     select id, line_id, stream_id, title, encoding, address, user_agent, started_at,
       least(ended_at, $2::timestamptz), case when ended_at <= $2 then ended_at end, case when ended_at <= $2 then ended_because end
     from day where started_at > $1 and started_at <= $2`,
    [before, now],
  );
  await owner.query(`update viewings set seen_at = $1 where ended_at is null`, [now]);
}
