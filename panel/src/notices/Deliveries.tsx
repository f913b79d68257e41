/** Notices sent by e-mail, Telegram and to browsers, newest first, with the result of each. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listNoticeDeliveries, type NoticeDeliveryState } from '@ramal/contract/notices/notices';
import { noticeChannelNames } from '@ramal/contract/rules/notices';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';
import { CardList } from '../ui/list/CardList.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { NoticeRow } from './NoticeRow.tsx';

const PAGE_SIZE = 10;

const stateLabels: Readonly<Record<NoticeDeliveryState, string>> = {
  waiting: 'Na fila',
  sending: 'Saindo',
  sent: 'Enviado',
  failed: 'Falhou',
  unknown: 'Incerto',
  skipped: 'Não saiu',
};

const tones: Readonly<Record<NoticeDeliveryState, Tone>> = {
  waiting: 'off',
  sending: 'off',
  sent: 'ok',
  failed: 'bad',
  unknown: 'warn',
  skipped: 'off',
};

export function Deliveries() {
  const [page, setPage] = useState(1);
  const rows = useCall(
    listNoticeDeliveries,
    { query: { page, perPage: PAGE_SIZE, dir: 'desc' } },
    { keepPrevious: true },
  );
  return (
    <TitledCard
      padded
      title="Enviados"
      text={rows.data?.total === 0 ? 'Nada saiu do painel ainda.' : 'Dos últimos 30 dias.'}
    >
      <Loaded query={rows} failed="Não deu para carregar" compact height={44} radius={8}>
        {({ data, total, totalExact }) =>
          total > 0 && (
            <CardList
              label="Avisos enviados"
              noun={['aviso', 'avisos']}
              rows={data}
              row={(row) => <Row key={row.id} row={row} />}
              {...{ total, totalExact, page }}
              pageSize={PAGE_SIZE}
              onPage={setPage}
            />
          )
        }
      </Loaded>
    </TitledCard>
  );
}

type Delivery = ResponseOf<typeof listNoticeDeliveries>['data'][number];

const Row = ({ row }: { row: Delivery }) => (
  <NoticeRow
    title={row.title}
    align="start"
    aside={<StatusBadge tone={tones[row.state]}>{stateLabels[row.state]}</StatusBadge>}
  >
    <span>
      {noticeChannelNames[row.channel]} · {formatDateTime(new Date(row.createdAtTimestamp * 1_000))}
      {row.attempts > 1 && ` · ${pluralize(row.attempts, 'tentativa', 'tentativas')}`}
    </span>
    {row.reason && <span>{row.reason}</span>}
  </NoticeRow>
);
