/** Reads and changes the setting that moves CNAMEs away from fallen balancers automatically. */
import {
  type AutomationMode,
  type CnameAutomation,
  MOVES_A_DAY,
} from '@ramal/contract/operations/balancers';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';

interface LastMove {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly rehearsed: boolean;
  readonly at: Date;
}

export async function getCnameAutomation({ db, clock }: AppContext): Promise<CnameAutomation> {
  const row = await db.first<{ mode: AutomationMode; moves: number }>(sql`
    select mode, (
      select count(*)::int from cname_moves m
      where m.is_rehearsed = (a.mode <> 'on') and m.at > ${new Date(clock.now().getTime() - DAY_MS)}) as moves
    from cname_automation a`);
  const last = await db.first<LastMove>(sql`
    select name, from_name as from, to_name as to, is_rehearsed as rehearsed, at
    from cname_moves order by at desc, id desc limit 1`);
  const { at, ...move } = last ?? {};
  return {
    ...row!,
    movesADay: MOVES_A_DAY,
    last: last ? { ...(move as Omit<LastMove, 'at'>), atTimestamp: unixSeconds(at!) } : null,
  };
}

export async function setCnameAutomation(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  mode: AutomationMode,
): Promise<CnameAutomation> {
  await ctx.db.tx(async (tx) => {
    const before = await tx.first<{ mode: AutomationMode }>(
      sql`select mode from cname_automation for update`,
    );
    if (before?.mode === mode) return;
    await tx.run(sql`update cname_automation set mode = ${mode}`);
    await recordEvent(tx, requestMeta, {
      kind: 'cname-automation-set',
      actorId: actor.id,
      before: { mode: before?.mode },
      after: { mode },
    });
  });
  return getCnameAutomation(ctx);
}
