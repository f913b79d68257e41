/**
 * The findings in words, the accesses behind them, and on demand the viewings next to a finding.
 */
import { Button, Group, Loader, Skeleton, Stack } from '@mantine/core';
import { type AbuseLog, getAbuseDetail } from '@ramal/contract/abuse';
import { getMomentAbuse } from '@ramal/contract/watching';
import { IconArrowLeft, IconHelpCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import type { Line } from '../../lines/line.ts';
import { ListError } from '../../ui/table/list-states.tsx';
import classes from './AbuseDetail.module.css';
import { DoubleCheck } from './DoubleCheck.tsx';
import { Evidence } from './Evidence.tsx';
import { Explanation } from './Explanation.tsx';
import { Findings } from './Findings.tsx';

export function AbuseDetail({
  line,
  doubleCheck,
}: {
  line: Line;
  /** Offers «Double Check» in each row (Q-DCFLAG). */
  doubleCheck: boolean;
}) {
  const [checked, setChecked] = useState<AbuseLog>();
  const [turned, setTurned] = useState<{ logs: readonly AbuseLog[]; page: number }>();
  const detail = useCall(getAbuseDetail, { params: { id: line.id } });
  const moment = useCall(
    getMomentAbuse,
    { body: { username: line.username, onlineId: checked?.onlineId ?? null } },
    { enabled: checked !== undefined },
  );
  const { data, error } = detail;
  if (error && !data) {
    return (
      <ListError
        failure={{
          title: 'Não deu para ver os detalhes do abuso',
          text: error.message,
          requestId: error.requestId,
        }}
        onRetry={() => void detail.refetch()}
      />
    );
  }
  if (!data) return <Skeleton height={240} radius={10} aria-label="Carregando os detalhes" />;
  const isChecked = checked !== undefined && (moment.data !== undefined || moment.error !== null);
  const loading = checked !== undefined && !isChecked;
  return (
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
              // Other accesses begin at their first page again (S-SHARED-47).
              page={turned?.logs === data.logs ? turned.page : 1}
              onPage={(page) => setTurned({ logs: data.logs, page })}
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
  );
}

/** «Como funciona?», and the way back from a check. */
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
