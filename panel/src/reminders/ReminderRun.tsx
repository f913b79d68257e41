/** /reminders/run: «Cobrar agora», one customer after the other, each with the text of its threshold. */
import { Skeleton } from '@mantine/core';
import { startReminderRun } from '@ramal/contract/reminders/reminder-list';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { Running } from '../lines/charging/Running.tsx';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';

const from = { to: '/reminders', search: {} };

export const ReminderRun = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <Run />
  </RequirePermission>
);

function Run() {
  const run = useAction(startReminderRun);
  const isAsked = useRef(false);
  const { mutate } = run;
  // Requested once per visit. It pauses automatic sending during the run.
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate({ body: {} });
  }, [mutate]);
  const { data, error } = run;
  return (
    <>
      <PageHeader
        isForm
        title="Cobrar agora"
        breadcrumb={[
          { label: 'Linhas' },
          { label: 'Lembretes', to: '/reminders' },
          { label: 'Cobrar agora' },
        ]}
        backTo="/reminders"
      />
      {!data && !error && <Skeleton height={420} radius={14} aria-label="Carregando" />}
      {error && (
        <ErrorState
          title="Não deu para carregar quem cobrar"
          error={error}
          busy={run.isPending}
          onRetry={() => mutate({ body: {} })}
        />
      )}
      {data?.reminders.length === 0 && (
        <EmptyState
          icon={IconCircleCheck}
          tone="ok"
          title="Ninguém para cobrar"
          text="Quem está em um aviso de hoje já foi cobrado, ou ninguém está."
          actions={<LinkButton {...from}>Voltar aos lembretes</LinkButton>}
        />
      )}
      {data && data.reminders.length > 0 && (
        <Running
          initialLines={data.reminders.map(({ id, lineId, text, ...customer }) => ({
            ...customer,
            id: lineId,
            reminder: { id, text },
          }))}
          name="charge-run-reminders"
          from={from}
        />
      )}
    </>
  );
}
