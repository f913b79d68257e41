/** What a restored database is told about itself before anybody uses it. */
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import { openDatabase } from '../../foundation/database.ts';
import { recordRestore } from '../../quarantine/quarantine.ts';

const STOPPED = 'Parou quando os dados foram restaurados de um backup';

export async function leaveMarks(
  url: string,
  { file, madeAt }: { readonly file: string; readonly madeAt: Date },
): Promise<void> {
  const db = openDatabase({ url, connections: 1 });
  const now = new Date();
  try {
    await db.tx(async (tx) => {
      await recordRestore(tx, { restoredAt: now, file, madeAt });
      // A sign-in that was ended since would be open again.
      await tx.run(
        sql`update sign_ins set ended_at = ${now}, ended_because = 'reset' where ended_at is null`,
      );
      // What was going on that day is not gone on with by itself: its batches can be continued.
      await tx.run(sql`
        update tasks set state = 'stopped', message = ${STOPPED}, finished_at = ${now}
        where state in ('waiting', 'running')`);
      // The log that lies elsewhere goes on from a later moment: a chain of this one begins anew.
      await tx.run(sql`delete from wal_chains`);
      await tx.run(
        insertEventCte(
          { ip: '127.0.0.1', requestId: 'console' },
          { kind: 'backup-restored', actorId: null, accountId: null, after: { file } },
        ),
      );
    });
  } finally {
    await db.close();
  }
}
