/**
 * Reads paths down the tree. An admin reads the whole chain. In the tree view the path of a seller
 * begins at the seller, that of an admin below the admins. Accounts above the reader are never
 * named.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getRastreio } from '@ramal/contract/resellers/reseller-tree';
import sql from 'sql-template-tag';
import type { ReaderAccount } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';

export type TreeStep = ResponseOf<typeof getRastreio>['path'][number];
type Chains = ReadonlyMap<number, TreeStep[]>;

interface Step extends TreeStep {
  /** The account at the end of the chain. */
  readonly accountId: number;
  readonly isAdmin: boolean;
}

/**
 * Chains from the root down to each account, including the account. An unknown account has no
 * chain.
 */
export const readAncestorChains = async (reader: Reader, ids: readonly number[]): Promise<Chains> =>
  chained(await readSteps(reader, ids));

/** Chains that begin at the top of the viewer's tree. */
export async function pathsFor(
  reader: Reader,
  viewer: ReaderAccount,
  ids: readonly number[],
): Promise<Chains> {
  const steps = await readSteps(reader, ids);
  if (viewer.profile === 'admin') return chained(steps.filter(({ isAdmin }) => !isAdmin));
  const chains = chained(steps);
  for (const [id, chain] of chains) {
    const top = chain.findIndex((step) => step.id === viewer.id);
    const below = top === -1 ? [] : chain.slice(top + 1);
    chains.set(id, top === -1 ? [] : [{ ...chain[top]!, ownerId: null }, ...below]);
  }
  return chains;
}

const readSteps = (reader: Reader, ids: readonly number[]): Promise<Step[]> =>
  reader.many<Step>(
    sql`
      select a.id as account_id, s.id, s.username, s.parent_id as owner_id, s.profile = 'admin' as is_admin
      from accounts a cross join unnest(a.ancestors) with ordinality up (id, place)
      join accounts s on s.id = up.id
      where a.id = any(${ids}::bigint[]) order by a.id, up.place`,
    'prepared',
  );

function chained(steps: readonly Step[]): Map<number, TreeStep[]> {
  const chains = new Map<number, TreeStep[]>();
  for (const { accountId, id, username, ownerId } of steps) {
    const chain = chains.get(accountId) ?? [];
    chain.push({ id, username, ownerId });
    chains.set(accountId, chain);
  }
  return chains;
}
