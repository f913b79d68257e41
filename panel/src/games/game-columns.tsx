import {
  type TemporaryChannel,
  LISTED_WITHIN_SECONDS,
} from '@ramal/contract/catalogue/temporary-channels';
import { formatTime } from '../foundation/dates.ts';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { removalTimeInWords } from './removal-time.ts';

type State = TemporaryChannel['state'];

export const stateLabels: Readonly<Record<State, { readonly tone: Tone; readonly text: string }>> =
  {
    waiting: { tone: 'test', text: `Entra em ${LISTED_WITHIN_SECONDS} s` },
    listed: { tone: 'ok', text: 'No player' },
    'no-signal': { tone: 'bad', text: 'Sem sinal' },
  };

const momentOf = (seconds: number): Date => new Date(seconds * 1000);

/** Columns of the list (S-GAMES-09). */
export const gameColumns = (now: Date): Column<TemporaryChannel>[] => [
  {
    key: 'origin',
    header: 'Canal',
    value: ({ origimName: origin }) => origin,
    width: 200,
    muted: true,
    card: 'note',
    cell: ({ origimName: origin }) => origin,
  },
  {
    key: 'name',
    header: 'Nome no player',
    value: ({ name }) => name,
    fill: true,
    card: 'identity',
    cell: ({ name }) => <b>{name}</b>,
    title: ({ name }) => name,
  },
  {
    key: 'category',
    header: 'Categoria',
    value: ({ category }) => category,
    width: 160,
    muted: true,
    cell: ({ category }) => category,
  },
  {
    key: 'state',
    header: 'Situação',
    value: ({ state }) => stateLabels[state].text,
    width: 140,
    card: 'status',
    cell: ({ state }) => (
      <StatusBadge tone={stateLabels[state].tone}>{stateLabels[state].text}</StatusBadge>
    ),
  },
  {
    key: 'added_at',
    header: 'Entrou',
    firstDirection: 'desc',
    value: (row) => row.addedAt,
    width: 90,
    muted: true,
    cell: (row) => (
      <span className="num">
        {row.state === 'waiting' ? '–' : formatTime(momentOf(row.addedAt))}
      </span>
    ),
  },
  {
    key: 'ends_at',
    header: 'Sai',
    value: (row) => row.endsAt,
    width: 130,
    card: 'corner',
    cell: (row) => <span className="num">{removalTimeInWords(momentOf(row.endsAt), now)}</span>,
  },
];
