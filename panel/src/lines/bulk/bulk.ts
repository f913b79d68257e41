/** Builds the request of an action on many lines: which lines, and what to do with each. */
import type { BulkAct, previewBulkLines, startBulkLines } from '@ramal/contract/lines/bulk-lines';
import type { ResponseOf, RequestOf } from '@ramal/contract/api/endpoint';
import { type Platform, type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import type { RowKey } from '../../ui/table/columns.ts';
import type { Selection } from '../../ui/table/selection.ts';
import type { LinePlatform, LineQuery } from '../platforms/platform.ts';

export type Preview = ResponseOf<typeof previewBulkLines>;
export type BulkBody = Omit<RequestOf<typeof startBulkLines>['body'], 'total' | 'acceptPartial'>;

/** An action chosen in the bar. The package or amount is chosen in the dialog of the action. */
export interface ChosenAction {
  readonly act: BulkAct;
  /** Target platform of a migration. */
  readonly to?: Platform;
}

interface BulkChoice {
  readonly credits: number;
  readonly packageId: number | undefined;
}

/**
 * Converts a selection to the lines of the request. Selected rows do not depend on the filters. The
 * selection «all that match» depends on the current filters.
 */
export function selectLines(platform: LinePlatform, query: LineQuery, selection: Selection) {
  const shared = {
    platform: platform.definition.key,
    resellerId: query.lineOwner,
    sort: query.sort,
    dir: query.direction,
  };
  if (selection.kind === 'rows') return { ...shared, ids: toLineIds(selection.keys) };
  return {
    ...shared,
    search: query.search,
    status: query.status,
    expiring: query.expiring,
    expired: query.expired,
    due: query.due,
    paid: query.paid,
    ...(query.abuse === 'suspect' ? { suspect: true } : {}),
    ...(query.abuse === 'blocked' ? { blocked: true } : {}),
  };
}

export const toLineIds = (keys: ReadonlySet<RowKey>): number[] => [...keys].map(Number);

/** Builds the request body. Returns undefined if a required field of the action is empty. */
export function toBulkBody(
  lines: ReturnType<typeof selectLines>,
  { act, to }: ChosenAction,
  { credits, packageId }: BulkChoice,
): BulkBody | undefined {
  if (act === 'extend') return { ...lines, act, credits };
  if (act !== 'plan' && act !== 'migrate') return { ...lines, act };
  if (packageId === undefined) return undefined;
  const sells = to?.sells ?? sellsOf(lines.platform);
  return {
    ...lines,
    act,
    ...(to ? { to: to.key } : {}),
    ...(sells === 'packages' ? { package: packageId } : { productId: packageId }),
  };
}

const sellsOf = (key: PlatformKey) => platforms[key].sells;
