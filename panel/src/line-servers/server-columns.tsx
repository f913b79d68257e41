import type { LineServer } from '@ramal/contract/operations/line-servers';
import { formatDateTime } from '../foundation/dates.ts';
import { formatCount } from '../foundation/numbers.ts';
import { FigureLink } from '../ui/FigureLink.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { at, platformWord, serverKindLabels, serverState } from './line-server-words.ts';

interface CountProps {
  readonly server: LineServer;
  readonly count: number;
  readonly search?: Readonly<Record<string, string>>;
}

/**
 * Shows a count with a link to its list. A count of 0 has no link, because the list would be empty.
 */
const Count = ({ server, count, search = {} }: CountProps) => (
  <FigureLink
    to={
      count === 0
        ? undefined
        : { to: '/line-servers/$serverId', params: { serverId: String(server.id) }, search }
    }
  >
    {formatCount(count)}
  </FigureLink>
);

export const serverColumns: Column<LineServer>[] = [
  {
    key: 'name',
    header: 'Nome',
    fill: true,
    width: 160,
    card: 'identity',
    value: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    key: 'host',
    header: 'Endereço',
    value: ({ host }) => host,
    width: 170,
    muted: true,
    card: 'note',
    cell: ({ host }) => <span className="mono">{host}</span>,
    title: ({ kind }) => serverKindLabels[kind],
  },
  {
    key: 'platform',
    header: 'Plataforma',
    value: platformWord,
    width: 110,
    from: 'wide',
    cell: platformWord,
  },
  {
    key: 'state',
    header: 'Situação',
    value: (row) => serverState(row).word,
    width: 170,
    card: 'status',
    cell: (row) => {
      const { tone, word } = serverState(row);
      return <StatusBadge tone={tone}>{word}</StatusBadge>;
    },
    title: (row) => serverState(row).note,
  },
  {
    key: 'lines',
    header: 'Linhas',
    firstDirection: 'desc',
    value: ({ lines }) => lines,
    align: 'end',
    width: 90,
    cell: ({ lines }) => <span className="num">{formatCount(lines)}</span>,
  },
  {
    key: 'waiting',
    header: 'Na fila',
    firstDirection: 'desc',
    value: ({ waiting, failed }) => waiting + failed,
    align: 'end',
    width: 90,
    cell: (row) => (
      <Count server={row} count={row.waiting + row.failed} search={{ tab: 'waiting' }} />
    ),
  },
  {
    key: 'differences',
    header: 'Diferenças',
    firstDirection: 'desc',
    value: ({ differences }) => differences,
    align: 'end',
    width: 110,
    cell: (row) => <Count server={row} count={row.differences} />,
  },
  {
    key: 'compared_at',
    header: 'Comparado em',
    firstDirection: 'desc',
    value: (row) => row.comparedAtTimestamp,
    width: 160,
    from: 'wide',
    muted: true,
    card: 'none',
    cell: ({ comparedAtTimestamp: compared }) => (
      <span className="num">{compared === null ? 'ainda não' : formatDateTime(at(compared))}</span>
    ),
  },
];
