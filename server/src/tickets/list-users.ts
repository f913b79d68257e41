/** Lists the lines that a ticket may be about: the account's own, or all lines for admins. */
import sql from 'sql-template-tag';
import { andOnOpenPlatform } from '../access/access.ts';
import type { Actor } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { containsLineWords } from '../foundation/like.ts';

const MAX_USERS = 50;

export async function listUsers({ db }: AppContext, actor: Actor, search: string | undefined) {
  const rows = await db.many<{ value: number; username: string; note: string }>(sql`
    select l.id as value, l.username, l.note from lines l
    where l.deleted_at is null
      and ${actor.profile === 'admin' ? sql`true` : sql`l.owner_id = ${actor.id}`}
      ${andOnOpenPlatform(actor, sql`l.platform`)}
      and ${search ? containsLineWords(sql`l.search`, sql`l.owner_id`, search, actor.profile === 'admin') : sql`true`}
    order by l.username limit ${MAX_USERS}`);
  return {
    users: rows.map(({ value, username, note }) => ({
      value,
      label: note.trim() ? `${username} · ${note.trim()}` : username,
    })),
  };
}
