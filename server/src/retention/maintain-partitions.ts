/**
 * The monthly partitions of events and entries. The next partitions are created in advance. A
 * finished partition is frozen once, so that PostgreSQL never has to read it again to freeze old
 * rows.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { quoteIdentifier } from '../foundation/copying.ts';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';

export const maintainPartitions: Job = {
  name: 'keep-months',
  schedule: '15 8 * * *',
  work: async (ctx) => {
    await createNextPartitions(ctx);
    await freezeFinished(ctx);
    await analyzeRecords(ctx);
  },
};

/**
 * Analyzes the partitioned tables. PostgreSQL analyzes their partitions automatically, but not the
 * tables themselves.
 */
export const analyzeRecords = ({ db }: AppContext): Promise<unknown> =>
  db.copying((copying) => copying.many('analyze events, entries'));

/**
 * Creates the partitions of the next months. Rows without a partition are stored in a default
 * partition, so that no request fails. They move when their partition is created.
 */
export async function createNextPartitions({ db, log }: AppContext): Promise<void> {
  const misplaced = await db.tx(
    (tx) => tx.many<{ name: string; misplaced: number }>(sql`select * from add_months_ahead()`),
    LONG_TIMEOUT,
  );
  for (const { name, misplaced: rows } of misplaced)
    log.error({ partition: name, rows }, 'rows have no month: is the clock right?');
}

/** Days after the end of a month in which entries of that month may still be written. */
const ENTRIES_DAYS = 2;
/**
 * Days after the retention period until the daily retention job has erased the addresses of a
 * month.
 */
const AFTER_RETENTION_DAYS = 2;

/** Freezes finished partitions, each once. Events change until their addresses are erased. */
export async function freezeFinished({ db, clock, config }: AppContext): Promise<string[]> {
  const ago = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);
  const finished = await db.many<{ name: string }>(sql`
    select name from (
      select name, until from record_partitions('entries') where until < ${ago(ENTRIES_DAYS)}
      union all
      select name, until from record_partitions('events')
      where until < ${ago(config.retentionDays + AFTER_RETENTION_DAYS)}
    ) finished
    where name not in (select name from frozen_partitions) order by until`);
  for (const { name } of finished) {
    await db.copying((copying) => copying.many(`vacuum (freeze) ${quoteIdentifier(name)}`));
    await db.tx((tx) =>
      tx.run(sql`
        insert into frozen_partitions (name, at) values (${name}, ${clock.now()})
        on conflict do nothing`),
    );
  }
  if (finished.length > 0)
    await db.copying((copying) => copying.many('analyze events; analyze entries'));
  return finished.map(({ name }) => name);
}
