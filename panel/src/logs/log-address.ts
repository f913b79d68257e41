/** What of Logs Geral stands in the address, by the wire's names: a filtered month can be shared (Q-PAGING). */
import { FIRST_LOG_YEAR, type LogType, logTypes } from '@ramal/contract/logs';
import { PAGE_SIZES } from '@ramal/contract/paging';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { usePageSize } from '../foundation/kept-lists.ts';
import { dateParts } from './months.ts';

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

export const logSearch = z.object({
  reseller: optional(z.int().min(1).max(Number.MAX_SAFE_INTEGER)),
  month: optional(z.int().min(1).max(12)),
  year: optional(z.int().min(FIRST_LOG_YEAR).max(2100)),
  log_type: optional(z.literal(logTypes)),
  search: optional(z.union([z.string().trim().min(1).max(100), z.number().transform(String)])),
  page: optional(z.int().min(1).max(1_000_000)),
  per_page: optional(z.literal(PAGE_SIZES)),
});

/** What a view of the list keeps of it: months pass, so they are not among it. */
export const keptByViews = ['reseller', 'log_type', 'search'];

type Kept = z.input<typeof logSearch>;

export interface LogAddress {
  readonly reseller: number | undefined;
  readonly month: number;
  readonly year: number;
  readonly type: LogType;
  readonly search: string;
  readonly page: number;
  readonly perPage: (typeof PAGE_SIZES)[number];
  /** A change of anything but the page leads to the first page. */
  readonly change: (change: Kept) => void;
}

export function useLogAddress(now: Date): LogAddress {
  const kept = logSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const usual = usePageSize('log');
  const today = dateParts(now);
  return {
    reseller: kept.reseller,
    month: kept.month ?? today.month,
    year: kept.year ?? today.year,
    type: kept.log_type ?? -1,
    search: kept.search ?? '',
    page: kept.page ?? 1,
    perPage: kept.per_page ?? usual,
    change: (change) =>
      void navigate({
        to: '.',
        search: { ...kept, page: undefined, ...change },
        replace: change.page === undefined,
      }),
  };
}
