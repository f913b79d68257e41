/**
 * Moves CNAMEs away from fallen balancers after each trusted probe round. In rehearsal mode, only
 * records the moves. The number of moves is limited, a name does not move back and forth, and a
 * target must be healthy.
 */
import {
  type AutomationMode,
  MOVES_AN_HOUR,
  MOVES_A_DAY,
  SAME_CNAME_MINUTES,
} from '@ramal/contract/operations/balancers';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { editedByHand, syncRecordsNow } from '../zones/zones.ts';
import { balancersProbed, isFallen } from './balancers.sql.ts';
import { moveCname } from './cnames.ts';
import { balancerOrigin } from './remove-emptied.ts';

/**
 * Minimum time for which a target must have answered. For the previous balancer of the CNAME, the
 * longer time STEADY_TO_RETURN_MS applies.
 */
const STEADY_MS = 5 * MINUTE_MS;
const STEADY_TO_RETURN_MS = HOUR_MS;

interface FallenCname {
  readonly id: number;
  readonly name: string;
  readonly fromName: string;
  readonly fromIp: string;
  readonly oldIp: string | null;
  /** Start of the period in which the balancer does not answer. */
  readonly since: Date;
  readonly lastMoveAt: Date | null;
}

interface Target {
  readonly id: number;
  readonly name: string;
  readonly ip: string;
}

export async function followHealth(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  const moved: string[] = [];
  await ctx.db.tx(async (tx) => {
    const row = await tx.first<{ mode: AutomationMode }>(
      sql`select mode from cname_automation for update`,
    );
    if (!row || row.mode === 'off') return;
    const isRehearsed = row.mode === 'rehearsal';
    let left = await budgetLeft(tx, isRehearsed, now);
    for (const cname of await fallenCnames(tx, isRehearsed)) {
      if (left === 0) return;
      if (!canMove(cname, isRehearsed, now)) continue;
      const to = await targetFor(tx, cname, now);
      if (!to) continue;
      await move(tx, cname, to, { isRehearsed, now });
      if (!isRehearsed) moved.push(cname.name);
      left -= 1;
    }
  });
  await syncRecordsNow(ctx, moved);
}

async function budgetLeft(tx: Tx, isRehearsed: boolean, now: Date): Promise<number> {
  const made = await tx.first<{ day: number; hour: number }>(sql`
    select count(*)::int as day, count(*) filter (where at > ${timeBefore(now, HOUR_MS)})::int as hour
    from cname_moves where is_rehearsed = ${isRehearsed} and at > ${timeBefore(now, DAY_MS)}`);
  return Math.max(0, Math.min(MOVES_A_DAY - made!.day, MOVES_AN_HOUR - made!.hour));
}

const fallenCnames = (tx: Tx, isRehearsed: boolean): Promise<FallenCname[]> =>
  tx.many<FallenCname>(sql`
    select c.id, c.name, b.name as from_name, host(b.ip) as from_ip, host(c.old_ip) as old_ip,
      coalesce(t.since, c.changed_at) as since,
      (select max(m.at) from cname_moves m where m.cname_id = c.id and m.is_rehearsed = ${isRehearsed}) as last_move_at
    from ${balancersProbed} join cnames c on c.balancer_id = b.id
    where ${isFallen} and not ${editedByHand(sql`c.name`)} order by c.id for update of c`);

/**
 * True if the CNAME may move now. Each CNAME has a minimum time between moves. A rehearsal records
 * only one move per fall, because the CNAME still points to the fallen balancer.
 */
function canMove({ lastMoveAt, since }: FallenCname, isRehearsed: boolean, now: Date): boolean {
  if (!lastMoveAt) return true;
  if (isRehearsed && lastMoveAt >= since) return false;
  return +now - +lastMoveAt >= SAME_CNAME_MINUTES * MINUTE_MS;
}

/** Returns the healthy balancer with the fewest names in proportion to its weight. */
const targetFor = (tx: Tx, { oldIp }: FallenCname, now: Date): Promise<Target | undefined> =>
  tx.first<Target>(sql`
    select b.id, b.name, host(b.ip) as ip
    from ${balancersProbed}
    where b.leaving_at is null and b.weight > 0 and not ${isFallen} and t.state in ('up', 'suspect')
      and t.since <= case when b.ip = ${oldIp}::inet then ${timeBefore(now, STEADY_TO_RETURN_MS)}::timestamptz
        else ${timeBefore(now, STEADY_MS)}::timestamptz end
    order by (select count(*) from cnames c where c.balancer_id = b.id)::real / b.weight, b.id limit 1`);

const timeBefore = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

async function move(
  tx: Tx,
  { id, name, fromName, fromIp }: FallenCname,
  to: Target,
  { isRehearsed, now }: { readonly isRehearsed: boolean; readonly now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into cname_moves (cname_id, name, from_name, to_name, is_rehearsed, at)
    values (${id}, ${name}, ${fromName}, ${to.name}, ${isRehearsed}, ${now})`);
  const origin = { ...balancerOrigin, at: now };
  const what = {
    actorId: null,
    accountId: null,
    before: { name, ip: fromIp },
    after: { name, ip: to.ip },
  };
  if (isRehearsed)
    return void (await recordEvent(tx, origin, { kind: 'cname-move-rehearsed', ...what }));
  await moveCname(tx, { id, name, to, by: null, at: now });
  await recordEvent(tx, origin, { kind: 'cname-followed', ...what });
}
