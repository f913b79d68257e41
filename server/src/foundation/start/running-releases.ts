/** Releases of the running processes. During an upgrade, two releases work on one database. */
import { refuse } from '@ramal/contract/api/errors';
import sql, { raw } from 'sql-template-tag';
import type { Reader } from '../database.ts';

/** A process without a heartbeat for this time is lost. */
export const LOST_SECONDS = 45;

/**
 * Refuses while a process of a release before `version` serves, because it ignores what that release
 * introduced. A draining process takes no more work and is not counted.
 */
export async function refuseWhileOlderServes(reader: Reader, version: string): Promise<void> {
  const former = await reader.first(sql`
    select from nodes
    where seen_at > now() - make_interval(secs => ${raw(String(LOST_SECONDS))}) and not is_draining
      and string_to_array(split_part(version, '-', 1), '.')::int[] < string_to_array(${version}, '.')::int[]
    limit 1`);
  if (former) refuse('former_release_running');
}
