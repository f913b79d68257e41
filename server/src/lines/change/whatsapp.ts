/** Finds lines by the customer's WhatsApp number, and sets the number of a line. */
import type { LineStatus } from '@ramal/contract/lines/lines';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { expiringLevel } from '@ramal/contract/rules/terms';
import sql from 'sql-template-tag';
import type { Caller } from '../../foundation/caller.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { andOnOpenPlatform, inTree } from '../../access/access.ts';
import { changeLine, type LineChange } from './change-line.ts';
import { type Line, lineColumns, lineStatus, statusWords } from '../line.ts';
import { lockLine } from '../find-accessible-line.ts';

const MAX_LINES = 10;

/** Returns lines in the actor's tree, latest expiry first. */
export async function findByWhatsapp(ctx: AppContext, { actor }: Caller, whatsapp: string | null) {
  if (!whatsapp) return [];
  const now = ctx.clock.now();
  const rows = await ctx.db.many<Line>(sql`
    select ${lineColumns(now)} from lines l
    where l.whatsapp = ${whatsapp} and l.deleted_at is null and ${inTree(actor, sql`l.owner_id`)}
      ${andOnOpenPlatform(actor, sql`l.platform`)}
    order by l.expires_at desc limit ${MAX_LINES}`);
  return rows.map((line) => ({
    id: line.id,
    platform: line.platform satisfies PlatformKey,
    username: line.username,
    status: statusWords[lineStatus(line)] satisfies LineStatus,
    note: line.note,
    expDate: formatDateTime(line.expiresAt, ctx.clock.timeZone),
    expiring: expiringLevel(line.expiresAt, now),
    reseller: { username: line.owner },
  }));
}

interface SetWhatsappInput extends LineChange {
  readonly whatsapp: string | null;
}

export async function setWhatsapp(
  ctx: AppContext,
  caller: Caller,
  input: SetWhatsappInput,
): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const { whatsapp } = input;
    const line = await lockLine(tx, caller.actor, input, ctx.clock.now());
    if (line.whatsapp === whatsapp) return line;
    return changeLine(tx, caller, line, {
      kind: 'line-whatsapp-set',
      change: { whatsapp },
      before: { whatsapp: line.whatsapp },
      after: { whatsapp },
      undo: input.undo,
    });
  });
}
