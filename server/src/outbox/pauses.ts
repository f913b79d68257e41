import type { Reader, Tx } from '../foundation/database.ts';
import sql from 'sql-template-tag';

/** Pauses a queue until this time, or longer if a longer pause exists. */
export const pauseQueue = (tx: Tx, queue: string, until: Date, reason: string): Promise<number> =>
  tx.run(sql`
    insert into paused_queues (queue, until, reason) values (${queue}, ${until}, ${reason})
    on conflict (queue) do update
    set until = greatest(paused_queues.until, excluded.until), reason = excluded.reason`);

export const resumeQueue = (tx: Tx, queue: string): Promise<number> =>
  tx.run(sql`delete from paused_queues where queue = ${queue}`);

/** Returns the end of a queue's current pause. Undefined if the queue is not paused. */
export const findPause = async (
  reader: Reader,
  queue: string,
  now: Date,
): Promise<{ readonly until: Date; readonly reason: string } | undefined> =>
  reader.first(
    sql`select until, reason from paused_queues where queue = ${queue} and until > ${now}`,
    'prepared',
  );
