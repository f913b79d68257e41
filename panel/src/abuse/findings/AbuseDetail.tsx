/**
 * Shows the findings as text and the accesses that caused them. On request, also shows the viewings
 * at the time of one access.
 */
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { type AbuseLog, getAbuseDetail } from '@ramal/contract/abuse';
import { getMomentAbuse, type Viewing } from '@ramal/contract/watching';
import { IconArrowLeft, IconHelpCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import type { Line } from '../../lines/line.ts';
import { Loaded } from '../../ui/states/Loaded.tsx';
import classes from './AbuseDetail.module.css';
import { Evidence } from './Evidence.tsx';
import { Explanation } from './Explanation.tsx';
import { Findings } from './Findings.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../foundation/api/api.ts';
import { formatDateTime, formatTime } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { ViewingRows } from '../../lines/online/ViewingRows.tsx';
import { ListError } from '../../ui/table/list-states.tsx';

export function AbuseDetail({
  line,
  doubleCheck,
}: {
  line: Line;
  /** True if each row shows «Double Check» (Q-DCFLAG). */
  doubleCheck: boolean;
}) {
  const [checked, setChecked] = useState<AbuseLog>();
  const [logPage, setLogPage] = useState<{ logs: readonly AbuseLog[]; page: number }>();
  const detail = useCall(getAbuseDetail, { params: { id: line.id } });
  const moment = useCall(
    getMomentAbuse,
    { body: { username: line.username, onlineId: checked?.onlineId ?? null } },
    { enabled: checked !== undefined },
  );

  const isChecked = checked !== undefined && (moment.data !== undefined || moment.error !== null);
  const loading = checked !== undefined && !isChecked;
  return (
    <Loaded
      query={detail}
      failed="Não deu para ver os detalhes do abuso"
      calm
      height={240}
      radius={10}
      label="Carregando os detalhes"
    >
      {(data) => (
        <Stack pos="relative" gap="xl" aria-busy={loading}>
          <Help {...(isChecked ? { onBack: () => setChecked(undefined) } : {})} />
          <Stack gap="xl" inert={loading}>
            {checked && isChecked ? (
              <DoubleCheck log={checked} moment={moment} />
            ) : (
              <>
                <Findings detail={data} />
                <Evidence
                  logs={data.logs}
                  // The table starts at page 1 each time the accesses are loaded again
                  // (S-SHARED-47).
                  page={logPage?.logs === data.logs ? logPage.page : 1}
                  onPage={(page) => setLogPage({ logs: data.logs, page })}
                  {...(doubleCheck ? { onDoubleCheck: setChecked } : {})}
                />
              </>
            )}
          </Stack>
          {loading && (
            <div className={classes.loading} role="status">
              <Loader size={26} />
              Carregando...
            </div>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/**
 * The button «Como funciona?» with its explanation, and a button that returns from «Double Check»
 * to the findings.
 */
function Help({ onBack }: { onBack?: () => void }) {
  const explanationId = useId();
  const [explains, setExplains] = useState(false);
  return (
    <>
      <Group gap="sm">
        {onBack && (
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} stroke={1.75} />}
            onClick={onBack}
          >
            Voltar
          </Button>
        )}
        <Button
          variant="subtle"
          leftSection={<IconHelpCircle size={16} stroke={1.75} />}
          aria-expanded={explains}
          aria-controls={explanationId}
          onClick={() => setExplains(!explains)}
        >
          Como funciona?
        </Button>
      </Group>
      <div id={explanationId} hidden={!explains}>
        <Explanation />
      </div>
    </>
  );
}

/**
 * All viewings of the line during one access, including the viewing of this access (S-SHARED-36 to
 * -40).
 */
function DoubleCheck({
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
        Enquanto este acesso durou: {pluralize(data.length, 'acesso', 'acessos')}, de{' '}
        {pluralize(addresses, 'endereço', 'endereços')}
      </Text>
      <ViewingRows viewings={data} when={fromTo} chosen={log.onlineId} />
    </>
  );
}

/**
 * Formats the period of a viewing: «21/11/2026 14:32 – 16:02». For a running viewing, the end is
 * the time of its last heartbeat.
 */
const fromTo = ({ startedAtTimestamp: from, lastSeenTimestamp: to }: Viewing): string =>
  `${formatDateTime(new Date(from * 1000))} – ${formatTime(new Date(to * 1000))}`;
