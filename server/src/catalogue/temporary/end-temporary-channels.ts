/**
 * Removes expired temporary channels every minute. The other temporary channels get the current
 * source of the channel that they play.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { refreshTemporaryChannels as declaration } from '@ramal/contract/catalogue/temporary-channels';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';

/**
 * Removes and updates temporary channels. Writes only real changes, because each write makes
 * players read their lists again.
 */
export async function refreshTemporaryChannels({
  db,
  clock,
}: AppContext): Promise<HandlerResult<typeof declaration>> {
  const due = await db.many<{ id: number; isOver: boolean }>(sql`
    select t.stream_id as id, t.ends_at <= ${clock.now()} as is_over
    from temporary_channels t join streams s on s.id = t.stream_id left join streams o on o.id = t.origin_id
    where t.ends_at <= ${clock.now()} or o.source <> s.source
      or o.active_source_id is distinct from s.active_source_id`);
  const over = due.filter(({ isOver }) => isOver).map(({ id }) => id);
  const moved = due.filter(({ isOver }) => !isOver).map(({ id }) => id);
  if (over.length > 0)
    await db.tx((tx) =>
      tx.run(sql`
        delete from streams s using temporary_channels t
        where s.id = any(${over}::bigint[]) and t.stream_id = s.id and t.ends_at <= ${clock.now()}`),
    );
  if (moved.length > 0)
    await db.tx((tx) =>
      tx.run(sql`
        update streams s set source = o.source, active_source_id = o.active_source_id, source_problem = '', source_checked_at = null
        from temporary_channels t join streams o on o.id = t.origin_id
        where s.id = t.stream_id and s.id = any(${moved}::bigint[])`),
    );
  return {
    message: 'Cache atualizado com sucesso',
    removed: over.length,
    changed: moved.length,
  };
}

export const endTemporaryChannels: Job = {
  name: 'end-temporary-channels',
  schedule: '* * * * *',
  work: async (ctx) => void (await refreshTemporaryChannels(ctx)),
};
