/** Which rows of a list are meant: some that were ticked, across pages, or all that its filters show. */
import type { RowKey } from './columns.ts';

export type Selection =
  | { readonly kind: 'ticked'; readonly keys: ReadonlySet<RowKey> }
  | { readonly kind: 'matching' };

export const nothingTicked: Selection = { kind: 'ticked', keys: new Set() };

export const isEmpty = (selection: Selection): boolean =>
  selection.kind === 'ticked' && selection.keys.size === 0;
