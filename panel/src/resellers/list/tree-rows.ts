/**
 * Creates the rows of the list with the children of expanded rows. Also computes the position of
 * each row in the tree.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listResellers } from '@ramal/contract/resellers/resellers';
import type { Reseller } from '../reseller.ts';

export interface Subtree {
  readonly children: ResponseOf<typeof listResellers> | undefined;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Position of a row in the tree of the name column. */
interface TreePosition {
  /**
   * Unique key of the row on the screen. An admin's list can contain a child below its parent, and
   * again as a separate row.
   */
  readonly key: string;
  /**
   * Values for the levels above the row. A value is true if the line of its level continues to a
   * later sibling.
   */
  readonly rails: readonly boolean[];
  /** True for the last sibling. Undefined for a row that is in the list itself. */
  readonly last: boolean | undefined;
  readonly subtree: Subtree | undefined;
  /** Key of the parent's row on the screen. */
  readonly parent: string | undefined;
}

export interface TreeRow extends Reseller {
  readonly position: TreePosition;
}

/** Maximum depth that the name column shows. A link opens deeper accounts in a separate list. */
export const MAX_DEPTH = 6;

/** Returns the id of the account in a row's key. */
export const lastId = (key: string): number => Number(key.slice(key.lastIndexOf('.') + 1));

/**
 * Returns the rows with each level after its parent, in the order of the server. `subtrees`
 * contains children by the keys of their rows.
 */
export function flattenTree(
  rows: readonly Reseller[],
  subtrees: ReadonlyMap<string, Subtree>,
): TreeRow[] {
  const flat: TreeRow[] = [];
  const add = (row: Reseller, position: Omit<TreePosition, 'subtree'>) => {
    const subtree = subtrees.get(position.key);
    flat.push({ ...row, position: { ...position, subtree } });
    const children = subtree?.children?.data ?? [];
    const rails =
      position.last === undefined ? position.rails : [...position.rails, !position.last];
    children.forEach((child, index) =>
      add(child, {
        key: `${position.key}.${child.id}`,
        rails,
        last: index === children.length - 1,
        parent: row.username,
      }),
    );
  };
  for (const row of rows)
    add(row, { key: String(row.id), rails: [], last: undefined, parent: undefined });
  return flat;
}
