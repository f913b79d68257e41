/** Deletes an unused import at the request of an admin, because dumps contain passwords. */
import type { discardPanelImport as declaration } from '@ramal/contract/operations/panel-imports';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
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
    await recordEvent(tx, requestMeta, {
      kind: 'panel-dump-discarded',
      actorId: actor.id,
      before: { list: panel },
    });
    return { message: 'Mudança descartada' };
  });
