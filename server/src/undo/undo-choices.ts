/** Acts that an account performs without a question. The panel reads them with the profile. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type ChosenUndoAct,
  chosenUndoActs,
  type saveUndoChoices as declaration,
} from '@ramal/contract/undo';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';

export async function readUndoChoices(reader: Reader, accountId: number): Promise<ChosenUndoAct[]> {
  const row = await reader.first<{ acts: ChosenUndoAct[] }>(
    sql`select acts from undo_choices where account_id = ${accountId}`,
  );
  return row?.acts ?? [];
}

export const saveChoices = (
  { db }: AppContext,
  { actor, requestMeta, body }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> =>
  db.tx(async (tx) => {
    const acts = chosenUndoActs.filter((act) => body.acts.includes(act));
    const changed = await tx.run(sql`
      insert into undo_choices (account_id, acts) values (${actor.id}, ${acts}::text[])
      on conflict (account_id) do update set acts = excluded.acts where undo_choices.acts <> excluded.acts`);
    if (changed > 0)
      await recordEvent(tx, requestMeta, {
        kind: 'undo-choices-saved',
        actorId: actor.id,
        after: { acts },
      });
    return { message: 'Escolha guardada', acts };
  });
