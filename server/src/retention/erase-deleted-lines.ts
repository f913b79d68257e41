/**
 * Thirty days after its deletion a line cannot be restored any more. Its personal data is erased,
 * and its user name becomes free. Source: Q-UNDO, Q-RETENTION.
 */
import sql, { type Sql } from 'sql-template-tag';
import { eraseEventsOfLines } from '../events/events.ts';
import { eraseFindingsOfLinesCte } from '../abuse/abuse.ts';
import { eraseBoxesOfLines } from '../boxes/boxes.ts';
import { eraseDevicesOfCte } from '../devices/devices.ts';
import type { Tx } from '../foundation/database.ts';
import { eraseConnections } from './erase-connections.ts';
import type { Job } from '../foundation/jobs.ts';
import { deleteGonePlacements } from '../line-servers/line-servers.ts';
import { erasePayersOfLines } from '../recurring-pix/recurring-pix.ts';
import { eraseReferralCodesOfLines } from '../referrals/referrals.ts';
import { eraseRemindersOfLines } from '../reminders/reminders.ts';
import { eraseTicketsOfLinesCte } from '../tickets/tickets.ts';
import { eraseViewingsOfCte } from '../watching/watching.ts';
import { eraseWinBacksOfLines } from '../win-back/win-back.ts';
import { restorableSince } from '../lines/lines.ts';

const BATCH = 5_000;

export const eraseDeletedLines: Job = {
  name: 'erase-deleted-lines',
  schedule: '45 7 * * *',
  work: async ({ db, clock }) => {
    const before = restorableSince(clock.now());
    const gone = sql`select id from lines where deleted_at < ${before}`;
    // A placement with a pending removal from its server is not deleted, because the server knows the
    // line by its user name.
    await db.tx((tx) => deleteGonePlacements(tx, sql`sl.line_id in (${gone})`));
    for (let erased = BATCH; erased === BATCH;) {
      const due = sql`
        select id from lines where deleted_at < ${before} and username <> '#' || id order by id limit ${BATCH}`;
      erased = await db.tx((tx) => eraseLines(tx, due));
    }
    await db.tx((tx) => tx.run(eraseConnections(sql`line_id in (${gone})`)));
  },
};

/**
 * Erases the personal data of deleted lines (ids) and frees their user names; returns the number of
 * lines.
 */
export async function eraseLines(tx: Tx, due: Sql): Promise<number> {
  await tx.run(eraseViewingsOfCte(due));
  await tx.run(eraseFindingsOfLinesCte(due));
  await tx.run(eraseDevicesOfCte(due));
  await eraseBoxesOfLines(tx, due);
  await tx.run(eraseTicketsOfLinesCte(due));
  await erasePayersOfLines(tx, due);
  await eraseRemindersOfLines(tx, due);
  await eraseWinBacksOfLines(tx, due);
  await eraseReferralCodesOfLines(tx, due);
  await eraseEventsOfLines(tx, due);
  return tx.run(sql`
    update lines set username = '#' || id, password = '', note = '', whatsapp = null
    where id in (${due}) and deleted_at is not null`);
}
