/**
 * Deletes imports, because dumps contain passwords: unused ones are discarded, and after a week all
 * of them are deleted.
 */
import {
  type discardPanelImport as declaration,
  PANEL_IMPORT_DAYS,
} from '@ramal/contract/operations/panel-imports';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { Job } from '../foundation/jobs.ts';
import { lockUnworkedImport } from './lock-import.ts';

export const discardImport = (
  { db }: AppContext,
  { params: { id }, actor, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> =>
  db.tx(async (tx) => {
    const { panel } = await lockUnworkedImport(tx, id);
    const brought = await tx.first(sql`select from brought_rows where import_id = ${id} limit 1`);
    if (brought) refuse('panel_import_brought');
    await tx.run(sql`delete from panel_imports where id = ${id}`);
    await tx.run(
      insertEventCte(requestMeta, {
        kind: 'panel-dump-discarded',
        actorId: actor.id,
        accountId: actor.id,
        before: { list: panel },
      }),
    );
    return { message: 'Mudança descartada' };
  });

/**
 * Imported ids stay recorded, so that no row is imported twice. Interrupted uploads are deleted
 * too.
 */
export const forgetPanelImports: Job = {
  name: 'forget-panel-imports',
  schedule: '35 7 * * *',
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - PANEL_IMPORT_DAYS * DAY_MS);
    await db.tx(async (tx) => {
      const old = sql`
        select i.id from panel_imports i where i.created_at < ${before} and i.state <> 'forgotten'
          and not exists (select from tasks t where t.id = i.task_id and t.state in ('waiting', 'running'))`;
      await tx.run(sql`delete from panel_import_rows where import_id in (${old})`);
      await tx.run(sql`update panel_imports set state = 'forgotten' where id in (${old})`);
    }, LONG_TIMEOUT);
  },
};
