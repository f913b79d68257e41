/** The rows of the list with the branches that are open in place, and where each stands in the tree. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listResellers } from '@ramal/contract/resellers/resellers';
import type { Reseller } from './reseller.ts';

export interface Branch {
  readonly children: ResponseOf<typeof listResellers> | undefined;
  readonly waiting: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** How a row hangs on the tree that is drawn in the name's column. */
export interface Place {
  /** Unique on screen: an admin's list holds a child under its parent and on its own. */
  readonly key: string;
  /** One a level above its own: whether a line passes by to a later sibling. */
  readonly rails: readonly boolean[];
  /** The last of its siblings; undefined for a row of the list itself. */
  readonly last: boolean | undefined;
  readonly branch: Branch | undefined;
  /** Who stands above it on screen. */
  readonly above: string | undefined;
}

export interface Listed extends Reseller {
  readonly place: Place;
}

/** Deeper than this the name has no room: from there «ver a lista» leads on. */
export const DEEPEST = 6;

/** Whose children the branch of this name holds. */
export const rootOf = (branch: string): number => Number(branch.slice(branch.lastIndexOf('.') + 1));

/** A level after its parent, in the order the server gave; `branches` by the keys of their rows. */
export function unfold(rows: readonly Reseller[], branches: ReadonlyMap<string, Branch>): Listed[] {
  const listed: Listed[] = [];
  const add = (row: Reseller, hang: Omit<Place, 'branch'>) => {
    const branch = branches.get(hang.key);
    listed.push({ ...row, place: { ...hang, branch } });
    const children = branch?.children?.data ?? [];
    const rails = hang.last === undefined ? hang.rails : [...hang.rails, !hang.last];
    children.forEach((child, index) =>
      add(child, {
        key: `${hang.key}.${child.id}`,
        rails,
        last: index === children.length - 1,
        above: row.username,
      }),
    );
  };
  for (const row of rows)
    add(row, { key: String(row.id), rails: [], last: undefined, above: undefined });
  return listed;
}
