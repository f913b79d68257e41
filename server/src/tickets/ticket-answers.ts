/** Answer templates of admins, each stored under a name. */
import type { TicketAnswer } from '@ramal/contract/tickets/ticket-answers';
import { MAX_ANSWERS } from '@ramal/contract/tickets/ticket-answers';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { type NewEvent, recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import { type Tx, violatedConstraint } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import {
  refuseIfChanged,
  type VersionedRow,
  versionColumn,
} from '../foundation/queries/row-version.ts';

type NewAnswer = Omit<TicketAnswer, 'id' | 'version'>;
type EditedAnswer = NewAnswer & { readonly version?: string | undefined };

const columns = sql`id, title, body, ${versionColumn}`;

export const listAnswers = ({ db }: AppContext): Promise<TicketAnswer[]> =>
  db.many<TicketAnswer>(
    sql`select ${columns} from ticket_answers order by fold(title), id limit ${MAX_ANSWERS}`,
  );

export const createAnswer = (ctx: AppContext, caller: Caller, { title, body }: NewAnswer) =>
  save(ctx, caller, { kind: 'ticket-answer-created' }, async (tx) => {
    // The lock serializes the calls, so that the maximum number is never exceeded.
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('ticket-answers'))`);
    const created = await tx.first<TicketAnswer>(sql`
      insert into ticket_answers (title, body, created_at)
      select ${title}, ${body}, ${ctx.clock.now()}
      where (select count(*) from ticket_answers) < ${MAX_ANSWERS}
      returning ${columns}`);
    return created ?? refuse('ticket_answers_full', { values: { most: MAX_ANSWERS } });
  });

export const editAnswer = (
  ctx: AppContext,
  caller: Caller,
  id: number,
  { title, body, version }: EditedAnswer,
) =>
  save(ctx, caller, { kind: 'ticket-answer-edited' }, async (tx) => {
    const before = await tx.first<VersionedRow>(
      sql`select ${versionColumn} from ticket_answers where id = ${id} for update`,
    );
    refuseIfChanged(before ?? refuse('ticket_answer_not_found'), version);
    const edited = await tx.first<TicketAnswer>(sql`
      update ticket_answers set title = ${title}, body = ${body} where id = ${id} returning ${columns}`);
    return edited!;
  });

export async function deleteAnswer(ctx: AppContext, caller: Caller, id: number) {
  await save(ctx, caller, { kind: 'ticket-answer-deleted' }, async (tx) => {
    const deleted = await tx.first<TicketAnswer>(
      sql`delete from ticket_answers where id = ${id} returning ${columns}`,
    );
    return deleted ?? refuse('ticket_answer_not_found');
  });
  return { id, message: 'Resposta pronta excluída' };
}

async function save(
  { db }: AppContext,
  { actor, requestMeta }: Caller,
  what: Pick<NewEvent, 'kind'>,
  write: (tx: Tx) => Promise<TicketAnswer>,
): Promise<TicketAnswer> {
  try {
    return await db.tx(async (tx) => {
      const answer = await write(tx);
      await recordEvent(tx, requestMeta, {
        ...what,
        actorId: actor.id,
        after: { name: answer.title },
      });
      return answer;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'ticket_answers_title_key')
      refuse('name_taken', { fields: { title: 'Já existe uma resposta com este nome.' } });
    throw error;
  }
}
