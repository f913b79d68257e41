/**
 * Marks a restored database before its first use. Without the marks, sign-ins and tasks from the
 * time of the backup would continue.
 */
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import { openDatabase } from '../../foundation/database.ts';
import { recordRestore } from '../../quarantine/quarantine.ts';

const STOPPED = 'Parou quando os dados foram restaurados de um backup';

export async function writeRestoreMarks(
  url: string,
  { file, madeAt }: { readonly file: string; readonly madeAt: Date },
): Promise<void> {
  const db = openDatabase({ url, connections: 1 });
  const now = new Date();
  try {
    await db.tx(async (tx) => {
      await recordRestore(tx, { restoredAt: now, file, madeAt });
      // Ends all sign-ins. Otherwise a sign-in that ended after the backup would be open again.
      await tx.run(
        sql`update sign_ins set ended_at = ${now}, ended_because = 'reset' where ended_at is null`,
      );
      // Stops the tasks of the backup's time, so that they do not resume automatically. People can
      // continue their batches.
      await tx.run(sql`
        update tasks set state = 'stopped', message = ${STOPPED}, finished_at = ${now}
        where state in ('waiting', 'running')`);
      // The log in the remote stores continues after the restored moment. This database needs new
      // chains, so the old ones are deleted.
      await tx.run(sql`delete from wal_chains`);
      await recordEvent(
        tx,
        { ip: '127.0.0.1', requestId: 'console' },
        { kind: 'backup-restored', actorId: null, after: { file } },
      );
    });
  } finally {
    await db.close();
  }
}
