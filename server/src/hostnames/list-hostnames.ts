/** Lists hostnames: one's own, and for admins everybody's. */
import type { Hostname } from '@ramal/contract/hostnames';

import sql from 'sql-template-tag';
import { hasWallet } from '../credits/credits.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import { formatDate } from '../foundation/clock.ts';

/** Nobody has as many; the screen searches and pages them itself. */
const MOST_LISTED = 1_000;

interface HostnameRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly priceCents: number | null;
  readonly state: 'preparing' | 'active';
  readonly expiresAt: Date | null;
  readonly ownerId: number;
  readonly owner: string;
}

export async function listHostnames(
  { db, clock }: AppContext,
  actor: Actor,
): Promise<{ data: Hostname[] }> {
  const isSeller = hasWallet(actor);
  const rows = await db.many<HostnameRow>(sql`
    select h.id, h.name, h.description, h.price_cents as "priceCents", h.state,
      h.expires_at as "expiresAt", h.owner_id as "ownerId", a.username as owner
    from hostnames h join accounts a on a.id = h.owner_id
    where ${isSeller ? sql`h.owner_id = ${actor.id}` : sql`true`}
    order by h.id desc limit ${MOST_LISTED}`);
  return {
    data: rows.map((row) => ({
      id: row.id,
      dns: row.name,
      description: row.description,
      buy_value: isSeller || row.priceCents === null ? null : row.priceCents / 100,
      due_date_formatted: row.expiresAt && formatDate(row.expiresAt, clock.timeZone),
      status: row.state === 'active' ? 1 : 0,
      id_res: row.ownerId,
      owner: row.owner,
    })),
  };
}
