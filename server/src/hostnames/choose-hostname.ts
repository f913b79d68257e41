/**
 * Chooses the hostname for an account's links. Tries these sources in order: the rotation of the
 * account, its other hostnames, hostnames that an ancestor shares with it, the default. A name is
 * skipped if it does not answer or was never probed.
 */
import type { LinkSource } from '@ramal/contract/operations/hostnames';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import { HOSTNAME_KIND } from './hostnames.sql.ts';

interface LinkHostnames {
  readonly rotation: string | null;
  readonly own: string | null;
  readonly shared: string | null;
  /** Source of the chosen hostname; null means the default. */
  readonly used: LinkSource | null;
}

/**
 * Selects the hostnames that answer and that an account may use. `nearness` is the owner's depth in
 * the tree, so a nearer ancestor has a higher value.
 */
const answeringHostnames = (accountId: number): Sql => sql`
  select h.*, array_position(viewer.ancestors, h.owner_id) as nearness
  from accounts viewer
  join hostnames h on h.removed_at is null and h.state = 'active'
    and (h.owner_id = viewer.id
      or (h.shared_at is not null and h.owner_id = any(viewer.ancestors) and not exists (
        select from unused_hostnames u where u.account_id = viewer.id and u.hostname_id = h.id)))
  join probed_targets t on t.kind = ${HOSTNAME_KIND} and t.target_id = h.id
    and t.state in ('up', 'suspect')
  where viewer.id = ${accountId}`;

export async function readLinkHostnames(db: Reader, accountId: number): Promise<LinkHostnames> {
  const row = await db.first<Omit<LinkHostnames, 'used'>>(
    sql`
      with answering as (${answeringHostnames(accountId)})
      select
        (select name from answering where owner_id = ${accountId} and rotation_place is not null
          order by rotation_place limit 1) as rotation,
        (select name from answering where owner_id = ${accountId} and rotation_place is null
          order by id desc limit 1) as own,
        (select name from answering where owner_id <> ${accountId}
          order by nearness desc, rotation_place nulls last, id desc limit 1) as shared`,
    'prepared',
  );
  const { rotation, own: ownName, shared } = row!;
  const used = rotation ? 'rotation' : ownName ? 'own' : shared ? 'shared' : null;
  return { rotation, own: ownName, shared, used };
}

/**
 * Column: the hostname in the links of an account; null for the default. The order is the same as
 * in `readLinkHostnames`.
 */
export const linkHostnameColumn = (accountId: number): Sql => sql`(
  select name from (${answeringHostnames(accountId)}) answering
  order by owner_id = ${accountId} desc, nearness desc, rotation_place nulls last, id desc limit 1)`;
