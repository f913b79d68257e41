/**
 * `npm run bench -- --export`: an admin's spreadsheet of every IPTV line, alone and while others
 * read their lists. Reports its time and size, and the server's memory above its idle state.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Task } from '@ramal/contract/tasks';
import pg from 'pg';
import { taskEnded, watchMemory } from './follow.ts';
import type { Fixture } from './fixture.ts';
import { connect } from './http.ts';
import type { DataSet } from './open-data-set.ts';
import { readLists, reportLists } from './read-lists.ts';
import type { ServerProcess } from './server.ts';
import { formatFact } from './table.ts';

const CALM_SECONDS = 15;
const LONGEST_SECONDS = 3_600;
/** The goal for memory above the idle server. */
const LIMIT = { limit: 60, unit: 'MB' };

interface Context {
  readonly fixture: Fixture;
  readonly dataSet: DataSet;
  readonly server: ServerProcess;
  readonly print: (line: string) => void;
}

export async function measureExport({ fixture, dataSet, server, print }: Context): Promise<void> {
  const database = new pg.Client({ connectionString: dataSet.embedded.ownerUrl });
  await database.connect();
  try {
    await pause(CALM_SECONDS * 1000);
    const idle = server.memoryMb();
    print(formatFact('memory, idle (MB)', idle));
    const watch = watchMemory(() => server.memoryMb());
    const alone = await exportLines(fixture, database).finally(() => void watch());
    print(formatFact('lines exported', alone.lines));
    print(formatFact('the file (MB)', alone.megabytes));
    print(formatFact('made alone (s)', alone.seconds));
    print(formatFact('memory over idle at most (MB)', (await watch()) - idle, LIMIT));

    reportLists('no export', await readLists(fixture, CALM_SECONDS), print);
    const over = new AbortController();
    const [lists, beside] = await Promise.all([
      readLists(fixture, LONGEST_SECONDS, over.signal),
      exportLines(fixture, database).finally(() => over.abort()),
    ]);
    print(formatFact('made while lists are read (s)', beside.seconds));
    reportLists('meanwhile', lists, print);
  } finally {
    await database.end();
  }
}

interface ExportResult {
  readonly lines: number;
  readonly megabytes: number;
  readonly seconds: number;
}

async function exportLines({ port, admin }: Fixture, database: pg.Client): Promise<ExportResult> {
  const { send, close } = connect(port, 1);
  const start = performance.now();
  const answer = await send({
    method: 'POST',
    path: '/api/export-users-iptv',
    token: admin.token,
    body: { reseller_id: 'all' },
  });
  close();
  const { task } = JSON.parse(String(answer)) as { task: Task };
  await taskEnded(database, task.id);
  const seconds = (performance.now() - start) / 1000;
  const { rows } = await database.query<Omit<ExportResult, 'seconds'>>(
    `select t.total as lines, (select sum(length(bytes)) / 1024 ^ 2 from export_pieces p
       where p.export_id = (t.payload->>'exportId')::bigint)::float8 as megabytes
     from tasks t where t.id = $1`,
    [task.id],
  );
  return { ...rows[0]!, seconds };
}
