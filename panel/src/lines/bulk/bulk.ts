/** What is sent for many lines at once: which, and what is done with each. */
import type { BulkAct, previewBulkLines, startBulkLines } from '@ramal/contract/lines/bulk-lines';
import type { ResponseOf, RequestOf } from '@ramal/contract/api/endpoint';
import { type Platform, type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import type { RowKey } from '../../ui/table/columns.ts';
import type { Selection } from '../../ui/table/selection.ts';
import type { LinePlatform, LineQuery } from '../platforms/platform.ts';

export type Preview = ResponseOf<typeof previewBulkLines>;
export type BulkBody = Omit<RequestOf<typeof startBulkLines>['body'], 'total' | 'accept_partial'>;

/** An act as it is chosen in the bar; a package or an amount is chosen in its window. */
export interface Choosing {
  readonly act: BulkAct;
  /** Where a migration leads. */
  readonly to?: Platform;
}

/** What stands in the act's window. */
export interface Chosen {
  readonly credits: number;
  readonly packageId: number | undefined;
}

/** Ticked rows are meant whatever is filtered now; all that match are what the filters show. */
export function linesOf(platform: LinePlatform, query: LineQuery, selection: Selection) {
  const shared = {
    platform: platform.is.key,
    reseller_id: query.whose,
    sort: query.sort,
    dir: query.direction,
  };
  if (selection.kind === 'rows') return { ...shared, ids: idsOf(selection.keys) };
  return {
    ...shared,
    search: query.search,
    status: query.status,
    expiring: query.expiring,
    expired: query.expired,
    due: query.due,
    ...(query.abuse === 'suspect' ? { suspect: true } : {}),
    ...(query.abuse === 'blocked' ? { blocked: true } : {}),
  };
}

export const idsOf = (keys: ReadonlySet<RowKey>): number[] => [...keys].map(Number);

/** Undefined while what the act needs is not chosen. */
export function bodyOf(
  lines: ReturnType<typeof linesOf>,
  { act, to }: Choosing,
  { credits, packageId }: Chosen,
): BulkBody | undefined {
  if (act === 'extend') return { ...lines, act, credits };
  if (act !== 'plan' && act !== 'migrate') return { ...lines, act };
  if (packageId === undefined) return undefined;
  const sells = to?.sells ?? sellsOf(lines.platform);
  return {
    ...lines,
    act,
    ...(to ? { to: to.key } : {}),
    ...(sells === 'packages' ? { package: packageId } : { product_id: packageId }),
  };
}

const sellsOf = (key: PlatformKey) => platforms[key].sells;
