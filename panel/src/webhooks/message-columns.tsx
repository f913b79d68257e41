import { WEBHOOK_TRIES, type WebhookMessage } from '@ramal/contract/webhooks';
import { formatDateTime } from '../foundation/dates.ts';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { answerInWords, at, toneOf } from './webhook-words.ts';

const triesInWords = ({ state, attempts }: WebhookMessage): string =>
  state === 'trying' || state === 'failed' ? `${attempts} de ${WEBHOOK_TRIES}` : `${attempts}`;

export const messageColumns: readonly Column<WebhookMessage>[] = [
  {
    key: 'type',
    sortable: true,
    header: 'Evento',
    width: 170,
    card: 'identity',
    cell: ({ type }) => <span className="mono">{type}</span>,
  },
  {
    key: 'about',
    sortable: true,
    header: 'Sobre',
    width: 180,
    fill: true,
    card: 'note',
    title: ({ about }) => about,
    cell: ({ about }) => about,
  },
  {
    key: 'created_at',
    sortable: true,
    firstDirection: 'desc',
    header: 'Hora',
    width: 150,
    card: 'detail',
    cell: (row) => <span className="num">{formatDateTime(at(row.createdAtTimestamp))}</span>,
  },
  {
    key: 'answer',
    sortable: true,
    header: 'Resposta',
    width: 190,
    card: 'status',
    title: ({ answer }) => answer,
    cell: (row) => <StatusBadge tone={toneOf(row)}>{answerInWords(row)}</StatusBadge>,
  },
  {
    key: 'attempts',
    sortable: true,
    firstDirection: 'desc',
    header: 'Tentativa',
    width: 100,
    card: 'detail',
    cell: (row) => <span className="num">{triesInWords(row)}</span>,
  },
];
