/** Notices sent by e-mail, Telegram and to browsers, newest first, with the result of each. */
import { Skeleton } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listNoticeDeliveries, type NoticeDeliveryState } from '@ramal/contract/notices/notices';
import { noticeChannelNames } from '@ramal/contract/rules/notices';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { countOf } from '../foundation/numbers.ts';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { StatusBadge, type Tone } from '../ui/status/StatusBadge.tsx';
import { Pager } from '../ui/table/Pager.tsx';
import { NoticeCard } from './NoticeCard.tsx';
import { NoticeRow } from './NoticeRow.tsx';

const PAGE_SIZE = 10;

const stateWords: Readonly<Record<NoticeDeliveryState, string>> = {
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
  const isEmpty = rows.data?.total === 0;
  return (
    <NoticeCard
      title="Enviados"
      text={isEmpty ? 'Nada saiu do painel ainda.' : 'Dos últimos 30 dias.'}
    >
      {rows.data ? (
        !isEmpty && (
          <>
            <ul aria-label="Avisos enviados">
              {rows.data.data.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
            {rows.data.total > PAGE_SIZE && (
              <Pager
                noun={['aviso', 'avisos']}
                total={rows.data.total}
                totalExact={rows.data.totalExact}
                page={page}
                pageSize={PAGE_SIZE}
                onPage={setPage}
                onPageSize={undefined}
              />
            )}
          </>
        )
      ) : rows.error ? (
        <ErrorState
          compact
          title="Não deu para carregar"
          error={rows.error}
          busy={rows.isFetching}
          onRetry={() => void rows.refetch()}
        />
      ) : (
        <Skeleton height={44} radius={8} />
      )}
    </NoticeCard>
  );
}

type Delivery = ResponseOf<typeof listNoticeDeliveries>['data'][number];

const Row = ({ row }: { row: Delivery }) => (
  <NoticeRow
    title={row.title}
    align="start"
    aside={<StatusBadge tone={tones[row.state]}>{stateWords[row.state]}</StatusBadge>}
  >
    <span>
      {noticeChannelNames[row.channel]} · {formatDateTime(new Date(row.createdAtTimestamp * 1_000))}
      {row.attempts > 1 && ` · ${countOf(row.attempts, 'tentativa', 'tentativas')}`}
    </span>
    {row.reason && <span>{row.reason}</span>}
  </NoticeRow>
);
