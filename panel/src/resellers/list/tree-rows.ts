/** The rows of the list with the children of expanded rows, and the position of each in the tree. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listResellers } from '@ramal/contract/resellers/resellers';
import type { Reseller } from '../reseller.ts';

export interface Subtree {
  readonly children: ResponseOf<typeof listResellers> | undefined;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Position of a row in the tree that is drawn in the column of names. */
interface TreePosition {
  /** Unique on screen: an admin's list holds a child under its parent and on its own. */
  readonly key: string;
  /** Each value belongs to a level above the row: true if a line continues to a later sibling. */
  readonly rails: readonly boolean[];
  /** The last of its siblings; undefined for a row of the list itself. */
  readonly last: boolean | undefined;
  readonly subtree: Subtree | undefined;
  /** The account above it on the screen. */
  readonly parent: string | undefined;
}

export interface TreeRow extends Reseller {
  readonly position: TreePosition;
}

/** Deeper than this the name has no room: from there «ver a lista» leads on. */
export const MAX_DEPTH = 6;

/** Id of the account whose children are below the row of this key. */
export const lastId = (key: string): number => Number(key.slice(key.lastIndexOf('.') + 1));

/** A level after its parent, in the order the server gave; `subtrees` by the keys of their rows. */
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
