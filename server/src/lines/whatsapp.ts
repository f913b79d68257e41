/** A customer's WhatsApp: which lines already have it, and keeping it on a line. */
import type { LineStatus } from '@ramal/contract/lines';
import type { PlatformKey } from '@ramal/contract/platforms';
import { expiringLevel } from '@ramal/contract/terms';
import sql from 'sql-template-tag';
import type { By } from '../foundation/actor.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';
import { inTree } from '../resellers/tree.ts';
import { changeLine } from './change-line.ts';
import { type Line, lineColumns, statusOf, statusWords } from './line.ts';
import { type Wanted, lockLine } from './reach-line.ts';

const MOST = 10;

/** Lines within the actor's tree, newest expiry first. */
export async function findByWhatsapp(house: House, { actor }: By, whatsapp: string | null) {
  if (!whatsapp) return [];
  const now = house.clock.now();
  const rows = await house.db.many<Line>(sql`
    select ${lineColumns(now)} from lines l
    where l.whatsapp = ${whatsapp} and l.deleted_at is null and ${inTree(actor, sql`l.owner_id`)}
    order by l.expires_at desc limit ${MOST}`);
  return rows.map((line) => ({
    id: line.id,
    platform: line.platform satisfies PlatformKey,
    username: line.username,
    status: statusWords[statusOf(line)] satisfies LineStatus,
    nota: line.note,
    exp_date: formatDateTime(line.expiresAt, house.clock.timeZone),
    expiring: expiringLevel(line.expiresAt, now),
    reseller: { username: line.owner },
  }));
}

export async function setWhatsapp(
  house: House,
  by: By,
  wanted: Wanted,
  whatsapp: string | null,
): Promise<Line> {
  return house.db.tx(async (tx) => {
    const line = await lockLine(tx, by.actor, wanted, house.clock.now());
    if (line.whatsapp === whatsapp) return line;
    return changeLine(tx, by, line, {
      kind: 'line-whatsapp-set',
      change: { whatsapp },
      before: { whatsapp: line.whatsapp },
      after: { whatsapp },
    });
  });
}
