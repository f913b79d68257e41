/**
 * Dialog with the rows behind «Vencimentos» of a month. Each row is a paid period that expired in
 * this month (Q-COUNTS).
 */
import { type ExpiredPeriod, expirySorts, listExpiries } from '@ramal/contract/reports';
import { platforms } from '@ramal/contract/rules/platforms';
import { IconCalendarOff } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { monthName } from '../logs/months.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import { List } from '../ui/list/List.tsx';
import { defineListParams, useLocalListParams } from '../ui/list/list-params.ts';
import type { Column } from '../ui/table/columns.ts';

interface ExpiriesProps {
  /** Format yyyy-mm. */
  readonly month: string;
  readonly onClose: () => void;
}

const expiryParams = defineListParams({ sorts: expirySorts, defaultDirection: 'desc' });

export function Expiries({ month, onClose }: ExpiriesProps) {
  const params = useLocalListParams(expiryParams, { pageSize: 10 });
  const query = useCall(
    listExpiries,
    { query: { ...params.query, month } },
    { keepPrevious: true },
  );
  const [year, number] = month.split('-');
  return (
    <Dialog
      onClose={onClose}
      width={820}
      title="Vencimentos"
      subtitle={`${monthName(Number(number))} de ${year}`}
    >
      <DialogList>
        <List<ExpiredPeriod>
          list={{
            label: 'Vencimentos',
            noun: ['vencimento', 'vencimentos'],
            params: { ...params, views: undefined },
            query,
            page: query.data,
            columns: expiryColumns,
            rowKey: (row) => `${row.lineId} ${row.expiredAtTimestamp}`,
            rowName: ({ username }) => username,
            filters: { search: { placeholder: 'Usuário ou revenda', second: true } },
            failure: ({ message, requestId }) => ({ text: message, requestId }),
            empty: { icon: IconCalendarOff, title: 'Nada venceu neste mês' },
            nothingFound: params.search ? { title: 'Nenhum item encontrado!' } : undefined,
          }}
        />
      </DialogList>
    </Dialog>
  );
}

const timeOf = (seconds: number): string => formatDateTime(new Date(seconds * 1000));

export const expiryColumns: readonly Column<ExpiredPeriod>[] = [
  {
    key: 'username',
    header: 'Usuário',
    fill: true,
    width: 150,
    card: 'identity',
    cell: ({ username }) => <span className="mono">{username}</span>,
  },
  {
    key: 'platform',
    header: 'Plataforma',
    width: 110,
    cell: ({ platform }) => platforms[platform].label,
  },
  {
    key: 'reseller',
    header: 'Revenda',
    width: 130,
    most: 150,
    muted: true,
    card: 'note',
    cell: ({ reseller }) => reseller,
    title: ({ reseller }) => reseller,
  },
  {
    key: 'expired_at',
    header: 'Venceu em',
    firstDirection: 'desc',
    width: 150,
    card: 'corner',
    cell: (row) => <span className="num">{timeOf(row.expiredAtTimestamp)}</span>,
  },
  {
    key: 'extended_at',
    header: 'Prorrogado em',
    firstDirection: 'desc',
    width: 150,
    muted: true,
    cell: ({ extendedAtTimestamp: extended }) => (
      <span className="num">{extended === null ? '–' : timeOf(extended)}</span>
    ),
    cardCell: ({ extendedAtTimestamp: extended }) => extended && timeOf(extended),
  },
];
