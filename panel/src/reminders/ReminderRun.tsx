/**
 * /reminders/run, «Cobrar agora»: one customer after the other, each with the text of its
 * threshold.
 */
import { startReminderRun } from '@ramal/contract/reminders/reminder-list';
import { useEffect, useRef } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { LoadedRun } from '../lines/charging/Running.tsx';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';

const from = { to: '/reminders', search: {} };

export const ReminderRun = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <Run />
  </RequirePermission>
);

function Run() {
  const { mutate, data, error, isPending } = useAction(startReminderRun);
  const isAsked = useRef(false);

  // Starts the run once per visit. The server then pauses the automatic sending of these reminders
  // for 15 minutes.
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate({ body: {} });
  }, [mutate]);

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
      <LoadedRun
        query={{
          data: data?.reminders.map(({ id, lineId, text, ...customer }) => ({
            ...customer,
            id: lineId,
            reminder: { id, text },
          })),
          error,
          isFetching: isPending,
          refetch: () => mutate({ body: {} }),
        }}
        failed="Não deu para carregar quem cobrar"
        empty={{
          title: 'Ninguém para cobrar',
          text: 'Quem está em um aviso de hoje já foi cobrado, ou ninguém está.',
          back: 'Voltar aos lembretes',
        }}
        name="charge-run-reminders"
        from={from}
      />
    </>
  );
}
