/** What a list of lines reads: which lines the address asks for, and who of them is over. */
import { PAGE_SIZES } from '@ramal/contract/api/paging';
import type { useAccount } from '../account.ts';
import { usePlatformRead } from '../platforms/calls.ts';
import type { Count, LinePlatform, LineQuery, Whose } from '../platforms/platform.ts';
import { type LineParams, useLineParams } from './line-params.ts';

export type Account = ReturnType<typeof useAccount>;
export type LinesRead = ReturnType<typeof useLinesRead>;

/**
 * Which lines the address asks for, one page of them, and how many there are of each status. `apart`: where no
 * filter is set, whoever is over comes apart from those who still watch.
 */
export function useLinesRead(platform: LinePlatform, account: Account, apart: boolean) {
  const params = useLineParams(platform.filters, `lines-${platform.is.key}`);
  const whose = whoseLines(params, account.isAdmin);
  const deleted = params.deleted && account.isAdmin;
  const search = params.search || undefined;
  const isKnown = account.id !== undefined;
  const pays = isKnown && !account.isAdmin;
  const splits = apart && pays && isPlain(params);
  const filters = {
    ...params,
    whose,
    deleted,
    abuse: undefined,
    search,
    expired: splits ? false : params.expired,
  };
  const { query, data } = usePlatformRead(
    (whose === 'all' && platform.listAll) || platform.list,
    filters,
    { enabled: isKnown, keepPrevious: true, readableOffline: true },
  );
  const counts = usePlatformRead(platform.count, whose, {
    enabled: isKnown,
    readableOffline: true,
  });
  const over = usePlatformRead(platform.list, endedQuery(filters), {
    enabled: splits,
    keepPrevious: true,
    readableOffline: 'ended',
  });
  // Both come at once: what stands above would push the rest down, rows or the outline of rows.
  const waits = splits && (over.query.isPending || data === undefined);
  return {
    params,
    whose,
    deleted,
    filters,
    query,
    data: waits ? undefined : data,
    /** Who is over, where they stand apart. */
    ended: splits && !waits ? over.data : undefined,
    counts,
    refresh: () =>
      void Promise.all([
        query.refetch(),
        counts.query.refetch(),
        ...(splits ? [over.query.refetch()] : []),
      ]),
    pays,
    /** The list of one's own customers. */
    sellsHere: pays && whose === 0,
  };
}

/** The most recently ended first: they are the likeliest to come back. */
const endedQuery = (filters: LineQuery): LineQuery => ({
  ...filters,
  due: 'expired',
  expired: undefined,
  page: 1,
  perPage: PAGE_SIZES[0],
  sort: 'exp_date',
  direction: 'desc',
});

/** Nothing is searched for, filtered by, or put in another order. */
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
  place,
}: LineParams) =>
  search === '' &&
  [status, due, expiring, paid, abuse, from, place].every((one) => one === undefined) &&
  !deleted &&
  sort === 'exp_date' &&
  direction === 'asc';

/** Of everybody who is over, as far as the list has counted them. */
export function endedCount({ params, data, ended }: LinesRead): Count | undefined {
  const page =
    ended ?? (params.due === 'expired' && params.status === undefined ? data : undefined);
  return page && { total: page.total, exact: page.totalExact };
}

/** An admin owns no lines: without a reseller in the path it sees everybody's (Q-RESPARAM). */
export function whoseLines(params: LineParams, isAdmin: boolean): Whose {
  if (params.resellerId !== undefined) return params.resellerId;
  if (isAdmin) return 'all';
  return params.tree ?? 0;
}
