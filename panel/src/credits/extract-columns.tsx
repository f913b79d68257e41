/** Columns of the statement (S-EXTRACT-02 to -06, -10). A month is shown only in its first row. */
import { Text } from '@mantine/core';
import type { getExtract } from '@ramal/contract/resellers/credits';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { formatCredits, formatMoney } from '../foundation/numbers.ts';
import type { Column } from '../ui/table/columns.ts';
import { TypeBadge } from './movement-words.tsx';

type Sum = ResponseOf<typeof getExtract>['extracts'][number];

export interface ExtractRow extends Sum {
  /** True if the previous row has the same month and the list is sorted by month. */
  readonly repeatsMonth: boolean;
}

export const extractRows = (sums: readonly Sum[], isByMonth: boolean): ExtractRow[] =>
  sums.map((sum, index) => ({
    ...sum,
    repeatsMonth: isByMonth && sums[index - 1]?.date === sum.date,
  }));

const valueText = (value: number | null): string => (value === null ? '–' : formatMoney(value));

export const extractColumns: Column<ExtractRow>[] = [
  {
    key: 'date',
    header: 'Mês',
    firstDirection: 'desc',
    width: 96,
    card: 'corner',
    cell: ({ date, repeatsMonth }) => (
      <Text span inherit fw={600} className={repeatsMonth ? 'visually-hidden' : 'num'}>
        {date}
      </Text>
    ),
    cardCell: ({ date }) => <span className="num">{date}</span>,
  },
  {
    key: 'amount',
    header: 'Total de créditos',
    firstDirection: 'desc',
    align: 'end',
    width: 150,
    cell: ({ amount }) => <span className="num">{formatCredits(amount)}</span>,
  },
  {
    key: 'reseller',
    header: 'Revenda',
    fill: true,
    card: 'identity',
    cell: ({ reseller }) => reseller,
  },
  {
    key: 'type',
    header: 'Via',
    width: 170,
    card: 'status',
    cell: ({ type }) => <TypeBadge type={type} />,
  },
  {
    key: 'value',
    header: 'Valor',
    firstDirection: 'desc',
    align: 'end',
    width: 130,
    cell: ({ value }) => <span className="num">{valueText(value)}</span>,
  },
  {
    key: 'token',
    header: 'Referência',
    width: 170,
    optional: true,
    cell: ({ token }) => (
      <Text span inherit c="var(--ink-3)" fz="tag" className="mono">
        {token}
      </Text>
    ),
  },
];
