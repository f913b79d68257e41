/**
 * `npm run bench -- --export`: an admin exports a spreadsheet of every IPTV line. The first export
 * runs alone. During the second export other clients read their lists. Reports time and size, and
 * how much memory the server uses above its idle state.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { runAs } from '../data-set/open.ts';
import { printFigure } from '../report.ts';
import type { Run } from '../run.ts';
import {
  measurePeakDuring,
  printIdleLists,
  printLists,
  runTask,
  measureListsDuring,
} from './observe.ts';

const CALM_MS = 15_000;
/** Limit in megabytes for the memory above that of the idle server. */
const LIMIT_MB = 60;

export const lineExport: Run = {
  run: ({ fixture, dataSet, server }) =>
    runAs(dataSet.embedded.ownerUrl, async (database) => {
      const exportLines = () =>
        runTask(fixture, database, {
          path: '/api/export-users-iptv',
          body: { reseller_id: 'all' },
        });
      await pause(CALM_MS);
      const idle = server.memoryMb();
      printFigure('memory, idle (MB)', idle);
      const { result: alone, most } = await measurePeakDuring(() => server.memoryMb(), exportLines);
      const { rows } = await database.query<{ lines: number; megabytes: number }>(
        `select t.total as lines, (select sum(length(bytes)) / 1024 ^ 2 from export_pieces p
           where p.export_id = (t.payload->>'exportId')::bigint)::float8 as megabytes
         from tasks t where t.id = $1`,
        [alone.id],
      );
      printFigure('lines exported', rows[0]!.lines);
      printFigure('the file (MB)', rows[0]!.megabytes);
      printFigure('made alone (s)', alone.seconds);
      printFigure('memory over idle at most (MB)', most - idle, LIMIT_MB, 'MB');

      await printIdleLists(fixture, 'lists no export');
      const { result, lists } = await measureListsDuring(fixture, exportLines);
      printFigure('made while lists are read (s)', result.seconds);
      printLists('lists meanwhile', lists);
    }),
};
