import type { LineDifference } from '@ramal/contract/operations/line-servers';
import { formatDateTime } from '../foundation/dates.ts';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { at, differenceLabels, sideInWords } from './line-server-words.ts';

export const differenceColumns: Column<LineDifference>[] = [
  {
    key: 'username',
    header: 'Usuário',
    width: 160,
    fill: true,
    card: 'identity',
    cell: ({ username }) => <span className="mono">{username}</span>,
  },
  {
    key: 'owner',
    header: 'Revenda',
    width: 130,
    most: 150,
    muted: true,
    card: 'note',
    cell: ({ owner }) => owner ?? '–',
    title: ({ owner }) => owner ?? undefined,
    cardCell: ({ owner }) => owner,
  },
  {
    key: 'kind',
    header: 'Diferença',
    width: 180,
    card: 'status',
    cell: ({ kind }) => (
      <StatusBadge tone={kind === 'missing-there' || kind === 'status' ? 'warn' : 'off'}>
        {differenceLabels[kind]}
      </StatusBadge>
    ),
  },
  {
    key: 'ours',
    header: 'No painel',
    width: 160,
    cell: (row) => <span className="num">{sideInWords(row, 'ours', row.ours)}</span>,
  },
  {
    key: 'theirs',
    header: 'No servidor',
    width: 160,
    cell: (row) => <span className="num">{sideInWords(row, 'theirs', row.theirs)}</span>,
  },
  {
    key: 'found_at',
    header: 'Vista em',
    firstDirection: 'desc',
    width: 150,
    from: 'wide',
    muted: true,
    card: 'none',
    cell: ({ foundAtTimestamp: seconds }) => (
      <span className="num">{formatDateTime(at(seconds))}</span>
    ),
  },
];
