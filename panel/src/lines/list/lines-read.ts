/** Reads the lines for the parameters in the address. Expired lines can be read separately. */
import { PAGE_SIZES } from '@ramal/contract/api/paging';
import type { useAccount } from '../account.ts';
import { usePlatformRead } from '../platforms/calls.ts';
import type { Count, LinePlatform, LineQuery, LineOwner } from '../platforms/platform.ts';
import { type LineParams, useLineParams } from './line-params.ts';

export type Account = ReturnType<typeof useAccount>;
export type LinesRead = ReturnType<typeof useLinesRead>;

/**
 * Reads one page of lines, and the number of lines for each status. If `apart` is true and the list
 * has no search, no filter and the default order, a second call reads the expired lines.
 */
export function useLinesRead(platform: LinePlatform, account: Account, apart: boolean) {
  const params = useLineParams(platform.filters, `lines-${platform.definition.key}`);
  const lineOwner = readLineOwner(params, account.isAdmin);
  const deleted = params.deleted && account.isAdmin;
  const search = params.search || undefined;
  const isKnown = account.id !== undefined;
  const pays = isKnown && !account.isAdmin;
  const splits = apart && pays && isPlain(params);
  const filters = {
    ...params,
    lineOwner,
    deleted,
    abuse: undefined,
    search,
    expired: splits ? false : params.expired,
  };
  const { query, data } = usePlatformRead(
    (lineOwner === 'all' && platform.listAll) || platform.list,
    filters,
    { enabled: isKnown, keepPrevious: true, readableOffline: true },
  );
  const counts = usePlatformRead(platform.count, lineOwner, {
    enabled: isKnown,
    readableOffline: true,
  });
  const endedRead = usePlatformRead(platform.list, endedQuery(filters), {
    enabled: splits,
    keepPrevious: true,
    readableOffline: 'ended',
  });
  // The list waits for both answers. The expired lines are above the other lines, and would move
  // them if they appeared later.
  const waits = splits && (endedRead.query.isPending || data === undefined);
  return {
    params,
    lineOwner,
    deleted,
    filters,
    query,
    data: waits ? undefined : data,
    /** Expired lines. Undefined if they are not shown separately. */
    ended: splits && !waits ? endedRead.data : undefined,
    counts,
    refresh: () =>
      void Promise.all([
        query.refetch(),
        counts.query.refetch(),
        ...(splits ? [endedRead.query.refetch()] : []),
      ]),
    pays,
    /** True if this is the list of the account's own customers. */
    sellsHere: pays && lineOwner === 0,
  };
}

/**
 * Returns the query of the expired lines. The most recently expired lines come first, because their
 * customers are the most likely to renew.
 */
const endedQuery = (filters: LineQuery): LineQuery => ({
  ...filters,
  due: 'expired',
  expired: undefined,
  page: 1,
  perPage: PAGE_SIZES[0],
  sort: 'exp_date',
  direction: 'desc',
});

/** True if the list has no search, no filter and the default order. */
const isPlain = ({
  search,
  status,
  due,
  expiring,
  paid,
  deleted,
  abuse,
  sort,
  direction,
  from,
  cursor,
}: LineParams) =>
  search === '' &&
  [status, due, expiring, paid, abuse, from, cursor].every((filter) => filter === undefined) &&
  !deleted &&
  sort === 'exp_date' &&
  direction === 'asc';

/** Returns the number of expired lines, if the list has counted them. */
export function countExpiredLines({ params, data, ended }: LinesRead): Count | undefined {
  const page =
    ended ?? (params.due === 'expired' && params.status === undefined ? data : undefined);
  return page && { total: page.total, exact: page.totalExact };
}

/**
 * Returns whose lines the list shows. An admin owns no lines. Without a reseller in the path, an
 * admin therefore sees the lines of all resellers (Q-RESPARAM).
 */
export function readLineOwner(params: LineParams, isAdmin: boolean): LineOwner {
  if (params.resellerId !== undefined) return params.resellerId;
  if (isAdmin) return 'all';
  return params.tree ?? 0;
}
