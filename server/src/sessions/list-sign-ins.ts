import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listSignIns as declaration } from '@ramal/contract/sessions';
import sql from 'sql-template-tag';
import type { Actor } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { deviceName } from '../foundation/device.ts';

interface Open {
  readonly id: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** Lists the account's open sessions, at most 200: the current one first, then by last use. */
export async function listSignIns(
  { db, clock }: AppContext,
  actor: Actor,
): Promise<ResponseOf<typeof declaration>> {
  const open = await db.many<Open>(sql`
    select id, user_agent, host(address) as address, created_at,
      coalesce(last_used_at, created_at) as last_used_at
    from sign_ins
    where account_id = ${actor.id} and ended_at is null and expires_at > ${clock.now()}
    order by id = ${actor.signInId} desc, last_used_at desc
    limit 200`);
  return {
    data: open.map(({ id, userAgent, address: ip, createdAt, lastUsedAt }) => ({
      id,
      device: deviceName(userAgent ?? ''),
      ip: ip ?? '',
      createdAt: formatDateTime(createdAt, clock.timeZone),
      lastUsedAt: formatDateTime(lastUsedAt, clock.timeZone),
      current: id === actor.signInId,
    })),
  };
}
