/**
 * Returns the chains of owners of several accounts, and their nearest common owner (S-DUP-05, -06;
 * S-RESLIST-30, -43). Deleted accounts are included, because they may have signed in today.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  getRastreio as oneChain,
  searchTree as severalChains,
} from '@ramal/contract/resellers/reseller-tree';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { type TreeStep, readAncestorChains } from './tree-paths.ts';

export async function getRastreio(
  { db }: Pick<AppContext, 'db'>,
  { params: { id } }: Pick<Call<typeof oneChain>, 'params'>,
): Promise<HandlerResult<typeof oneChain>> {
  const chains = await readAncestorChains(db, [id]);
  return { path: chains.get(id) ?? refuse('reseller_not_found') };
}

export async function searchTree(
  { db }: Pick<AppContext, 'db'>,
  { body: { revs } }: Pick<Call<typeof severalChains>, 'body'>,
): Promise<HandlerResult<typeof severalChains>> {
  const ids = await readIds(db, revs);
  const chains = await readAncestorChains(db, ids);
  const trees = [...new Set(ids)].map((id) => {
    const path = chains.get(id) ?? refuse('reseller_not_found');
    return { id, username: path.at(-1)!.username, path };
  });
  return { trees, common: meetingOf(trees.map(({ path }) => path)) };
}

/**
 * Returns the ids of the accounts. Refuses a name that no account has, and includes it in the error
 * (Q-SEARCHTREE).
 */
async function readIds(reader: Reader, revs: readonly (number | string)[]): Promise<number[]> {
  const names = revs.filter((rev) => typeof rev === 'string').map((name) => name.toLowerCase());
  const rows = await reader.many<{ id: number; name: string }>(
    sql`select id, lower(username) as name from accounts where lower(username) = any(${names})`,
  );
  const byName = new Map(rows.map(({ id, name }) => [name, id]));
  return revs.map((rev) => {
    if (typeof rev === 'number') return rev;
    const id = byName.get(rev.toLowerCase());
    if (id !== undefined) return id;
    return refuse('invalid_fields', { fields: { revs: `Não existe a revenda «${rev}».` } });
  });
}

/**
 * Returns the last step that all chains share: the nearest common ancestor, which may be one of the
 * accounts.
 */
function meetingOf([first = [], ...others]: readonly (readonly TreeStep[])[]): TreeStep | null {
  const shared = first.filter((step, at) => others.every((path) => path[at]?.id === step.id));
  return shared.at(-1) ?? null;
}
