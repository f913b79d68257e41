/** The viewings of the line while one access ran, that one included (S-SHARED-36 to -40). */
import { Text } from '@mantine/core';
import type { AbuseLog } from '@ramal/contract/abuse';
import type { Viewing } from '@ramal/contract/watching';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../foundation/api/api.ts';
import { formatDateTime, formatTime } from '../../foundation/dates.ts';
import { countOf } from '../../foundation/numbers.ts';
import { ViewingRows } from '../../lines/online/ViewingRows.tsx';
import { ListError } from '../../ui/table/list-states.tsx';

export function DoubleCheck({
  log,
  moment,
}: {
  log: AbuseLog;
  moment: UseQueryResult<readonly Viewing[], ApiError>;
}) {
  const { data, error } = moment;
  if (!data) {
    return (
      <ListError
        failure={{
          title: 'Não deu para ver este momento',
          text: error?.message ?? '',
          requestId: error?.requestId,
        }}
        onRetry={() => void moment.refetch()}
      />
    );
  }
  const addresses = new Set(data.map(({ ip }) => ip)).size;
  return (
    <>
      <Text component="p" c="var(--ink-2)" fz="note">
        Enquanto este acesso durou: {countOf(data.length, 'acesso', 'acessos')}, de{' '}
        {countOf(addresses, 'endereço', 'endereços')}
      </Text>
      <ViewingRows viewings={data} when={fromTo} chosen={log.onlineId} />
    </>
  );
}

/** «21/11/2026 14:32 – 16:02»: a viewing that runs ends where it was seen last. */
const fromTo = ({ startedAtTimestamp: from, lastSeenTimestamp: to }: Viewing): string =>
  `${formatDateTime(new Date(from * 1000))} – ${formatTime(new Date(to * 1000))}`;
