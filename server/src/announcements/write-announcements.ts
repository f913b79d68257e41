/**
 * What admins publish, alter and take down. An altered announcement keeps its date; one that was taken down
 * stays in the table, so that the log can name it.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import { safeHtml } from '../foundation/safe-html.ts';
import { columns, onWire, type Published } from './list-announcements.ts';

export interface AnnouncementInput {
  /** 0 for a new one. */
  readonly id: number;
  readonly titulo: string;
  readonly mensagem: string;
  readonly type: Published['type'];
}

export async function getAnnouncement(ctx: AppContext, id: number) {
  const row = await ctx.db.first<Published>(
    sql`select ${columns} from announcements where id = ${id} and deleted_at is null`,
  );
  return onWire(ctx, row ?? refuse('announcement_not_found'));
}

export async function saveAnnouncement(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  input: AnnouncementInput,
) {
  const body = safeHtml(input.mensagem);
  if (!hasWords(body))
    refuse('invalid_fields', { fields: { mensagem: 'Escreva a mensagem do anúncio.' } });
  return ctx.db.tx(async (tx) => {
    const before = input.id === 0 ? undefined : await lockStanding(tx, input.id);
    const saved = await tx.first<Published>(
      before
        ? sql`update announcements set type = ${input.type}, title = ${input.titulo}, body = ${body}
              where id = ${input.id} returning ${columns}`
        : sql`insert into announcements (type, title, body, published_at)
              values (${input.type}, ${input.titulo}, ${body}, ${ctx.clock.now()}) returning ${columns}`,
    );
    await tx.run(
      insertEventCte(requestMeta, {
        kind: before ? 'announcement-altered' : 'announcement-published',
        actorId: actor.id,
        accountId: actor.id,
        ...(before ? { before: named(before) } : {}),
        after: named(saved!),
      }),
    );
    return onWire(ctx, saved!);
  });
}

export async function deleteAnnouncement(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  id: number,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const before = await lockStanding(tx, id);
    await tx.run(sql`update announcements set deleted_at = ${ctx.clock.now()} where id = ${id}`);
    await tx.run(
      insertEventCte(requestMeta, {
        kind: 'announcement-removed',
        actorId: actor.id,
        accountId: actor.id,
        before: named(before),
      }),
    );
  });
}

/** Two admins at the same announcement come one after the other. */
async function lockStanding(tx: Tx, id: number): Promise<Published> {
  const row = await tx.first<Published>(
    sql`select ${columns} from announcements where id = ${id} and deleted_at is null for update`,
  );
  return row ?? refuse('announcement_not_found');
}

const named = ({ id, type, title }: Published) => ({ announcement: id, type, title });

/** Empty paragraphs and spaces alone are no message. */
const hasWords = (html: string): boolean =>
  html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\s/g, '') !== '';
