import { WEBHOOK_TRIES, type WebhookMessage } from '@ramal/contract/webhooks';
import { formatDateTime } from '../foundation/dates.ts';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { answerInWords, at, messageTone } from './webhook-words.ts';

const triesInWords = ({ state, attempts }: WebhookMessage): string =>
  state === 'trying' || state === 'failed' ? `${attempts} de ${WEBHOOK_TRIES}` : `${attempts}`;

export const messageColumns: readonly Column<WebhookMessage>[] = [
  {
    key: 'type',
    header: 'Evento',
    width: 170,
    card: 'identity',
    cell: ({ type }) => <span className="mono">{type}</span>,
  },
  {
    key: 'about',
    header: 'Sobre',
    width: 180,
    fill: true,
    card: 'note',
    title: ({ about }) => about,
    cell: ({ about }) => about,
  },
  {
    key: 'created_at',
    firstDirection: 'desc',
    header: 'Hora',
    width: 150,
    cell: (row) => <span className="num">{formatDateTime(at(row.createdAtTimestamp))}</span>,
  },
  {
    key: 'answer',
    header: 'Resposta',
    width: 190,
    card: 'status',
    title: ({ answer }) => answer,
    cell: (row) => <StatusBadge tone={messageTone(row)}>{answerInWords(row)}</StatusBadge>,
  },
  {
    key: 'attempts',
    firstDirection: 'desc',
    header: 'Tentativa',
    width: 100,
    cell: (row) => <span className="num">{triesInWords(row)}</span>,
  },
];
