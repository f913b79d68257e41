/** Lists purchases and renewals that are in progress or ended in the last 24 hours. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  HostnamePurchase,
  listHostnamePurchases as declaration,
} from '@ramal/contract/operations/hostname-purchases';
import { fromHundredths } from '@ramal/contract/rules/money';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { hasWallet } from '../../credits/credits.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Actor } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';

const MAX_PURCHASES = 50;

interface Row {
  readonly id: number;
  readonly dns: string;
  readonly kind: HostnamePurchase['kind'];
  readonly state: HostnamePurchase['state'];
  readonly years: number;
  readonly credits: number;
  readonly cents: number;
  readonly reason: string | null;
  readonly isSandbox: boolean;
  readonly createdAt: Date;
  readonly orderedAt: Date | null;
  readonly registeredAt: Date | null;
  readonly endedAt: Date | null;
}

export async function listPurchases(
  { db, clock }: AppContext,
  actor: Actor,
): Promise<HandlerResult<typeof declaration>> {
  const isSeller = hasWallet(actor);
  const rows = await db.many<Row>(sql`
    select id, name as dns, kind, state, years, credits::int as credits,
      coalesce(paid_cents, price_cents)::int as cents, reason, registrar = 'sandbox' as is_sandbox,
      created_at, ordered_at, registered_at, ended_at
    from hostname_purchases
    where ${isSeller ? sql`buyer_id = ${actor.id}` : sql`true`}
      and (ended_at > ${new Date(clock.now().getTime() - DAY_MS)} or check_at is not null)
    order by id desc limit ${MAX_PURCHASES}`);
  return {
    data: rows.map(({ cents, credits, isSandbox, createdAt, ...row }) => ({
      id: row.id,
      dns: row.dns,
      kind: row.kind,
      state: row.state,
      years: row.years,
      credits: isSeller ? fromHundredths(credits) : null,
      value: isSeller ? null : cents / 100,
      reason: row.reason,
      isSandbox,
      reservedAt: unixSeconds(createdAt),
      orderedAt: row.orderedAt && unixSeconds(row.orderedAt),
      registeredAt: row.registeredAt && unixSeconds(row.registeredAt),
      endedAt: row.endedAt && unixSeconds(row.endedAt),
    })),
  };
}
