import { formatDate, formatDateTime } from '../foundation/dates.ts';
import { ExpiryText, OnlineMark, StatusBadge, type Tone } from '../ui/status.tsx';
import type { Column } from '../ui/table/columns.ts';
import type { Line } from './line.ts';
import type { LinePlatform } from './platform.ts';

const tones: Record<Line['status'], Tone> = { Ativo: 'ok', Teste: 'test', Desativado: 'off' };

export const LineStatusBadge = ({ line }: { line: Pick<Line, 'status'> }) => (
  <StatusBadge tone={tones[line.status]}>{line.status}</StatusBadge>
);

/** In the order of interface.md. `withOwner` where lines of several resellers stand together. */
export function lineColumns(platform: LinePlatform, now: Date, withOwner: boolean): Column<Line>[] {
  return [
    {
      key: 'username',
      header: platform.words.name,
      sortable: true,
      card: 'identity',
      cell: (line) => <span className="mono lines-name">{line.username}</span>,
    },
    {
      key: 'password',
      header: 'Senha',
      card: 'none',
      cell: (line) => <span className="mono lines-secret">{line.password}</span>,
    },
    {
      key: 'status',
      header: 'Status',
      card: 'status',
      cell: (line) => <LineStatusBadge line={line} />,
    },
    {
      key: 'online',
      header: 'Assistindo',
      card: 'corner',
      cell: (line) => <OnlineMark online={line.online} />,
      cardCell: (line) => <OnlineMark online={line.online} label="Assistindo" offLabel="Offline" />,
      title: (line) => (line.online && line.watching ? line.watching : undefined),
    },
    ...(withOwner ? [ownerColumn] : []),
    {
      key: 'note',
      header: 'Notas',
      fill: true,
      muted: true,
      card: 'note',
      cell: (line) => line.note,
      title: (line) => line.note,
    },
    {
      key: 'exp_date',
      header: 'Vencimento',
      sortable: true,
      card: 'expiry',
      cell: (line) => <ExpiryText at={line.expiresAt} now={now} level={line.expiring} />,
    },
    {
      key: 'created_at',
      header: 'Criado em',
      sortable: true,
      firstDirection: 'desc',
      muted: true,
      card: 'none',
      cell: (line) => <CreatedAt at={line.createdAt} />,
      title: (line) => formatDateTime(line.createdAt),
    },
  ];
}

const ownerColumn: Column<Line> = {
  key: 'owner',
  header: 'Revenda',
  card: 'detail',
  cell: (line) => line.ownerName,
};

/** The date; its time too where there is room (from 1440 px, lines.css). */
function CreatedAt({ at }: { at: Date }) {
  const [day, time] = formatDateTime(at).split(' ');
  return (
    <span className="num">
      {day ?? formatDate(at)} <span className="lines-created-time">{time}</span>
    </span>
  );
}
