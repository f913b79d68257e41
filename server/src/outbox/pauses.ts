import type { Tx } from '../foundation/database.ts';
import sql from 'sql-template-tag';

/** Pauses a queue until this time, or longer if a longer pause exists. */
export const pauseQueue = (tx: Tx, queue: string, until: Date, reason: string): Promise<number> =>
  tx.run(sql`
    insert into paused_queues (queue, until, reason) values (${queue}, ${until}, ${reason})
    on conflict (queue) do update
    set until = greatest(paused_queues.until, excluded.until), reason = excluded.reason`);

export const resumeQueue = (tx: Tx, queue: string): Promise<number> =>
  tx.run(sql`delete from paused_queues where queue = ${queue}`);
