/**
 * Shows the progress of a batch: the number of done and rejected rows, the spent credits, and the
 * outcome of each row. The author can stop and continue the batch here.
 */
import { Box, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import {
  type Batch,
  continueBatch,
  exportBatchRows,
  getBatch,
  listBatches,
} from '@ramal/contract/batches';
import { listMessages } from '@ramal/contract/lines/messages';
import { stopTask } from '@ramal/contract/tasks';
import { IconBrandWhatsapp, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ExportButton } from '../exports/ExportButton.tsx';
import type { ApiError } from '../foundation/api/api.ts';
import { pluralize, formatCount, formatCredits } from '../foundation/numbers.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useProfile } from '../sessions/profile.ts';
import { TaskBar } from '../tasks/TaskProgress.tsx';
import { taskFigures, isTaskActive } from '../tasks/task.ts';
import { useAlertDialog, useConfirm } from '../ui/dialogs/dialogs.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { RefusalReasons } from '../ui/status/RefusalReasons.tsx';
import { ListError } from '../ui/table/list-states.tsx';
import {
  canContinue,
  batchStatus,
  countWaitingRows,
  doneWord,
  isFinishedRenewal,
  isUndone,
  toTask,
} from './batch.ts';
import { BatchEnd } from './BatchEnd.tsx';
import { BatchRows } from './BatchRows.tsx';
import { useBatch } from './use-batch.ts';

interface BatchProgressProps {
  id: number;
  /** Called when the batch ends (done, stopped or failed) while it is shown. */
  onDone?: (batch: Batch) => void;
}

export function BatchProgress({ id, onDone }: BatchProgressProps) {
  const { data: batch, error, refetch, dataUpdatedAt } = useBatch(id, onDone);
  if (!batch && error)
    return (
      <ListError
        failure={{
          title: 'Não deu para abrir este trabalho',
          text: error.message,
          requestId: error.requestId,
          note: '',
        }}
        onRetry={() => void refetch()}
      />
    );
  if (!batch) return <Skeleton height={260} radius={10} aria-label="Carregando o trabalho" />;
  return (
    <Stack gap="2xl" miw={0}>
      <Head batch={batch} end={<BatchEnd {...{ batch, onDone }} readAt={dataUpdatedAt} />} />
      <RefusalReasons reasons={batch.reasons} />
      <BatchRows batch={batch} />
    </Stack>
  );
}

/** A finished renewal starts with its end. Other batches show their figures. */
function Head({ batch, end }: { batch: Batch; end: ReactNode }) {
  const work = toTask(batch);
  const hasEnd = isFinishedRenewal(batch);
  return (
    <Stack component="section" gap="md" aria-label={batch.title}>
      {hasEnd ? (
        end
      ) : (
        <Group
          gap="var(--space-sm) var(--space-lg)"
          justify="space-between"
          mih="var(--size-control-sm)"
        >
          <Box component="p" fz="phone" fw={600} lts="var(--tracking-body)" className="num">
            {taskFigures(work)}
          </Box>
          <BatchActions batch={batch} />
        </Group>
      )}
      <TaskBar task={work} label={batch.title} />
      <Text
        c={batch.task.state === 'failed' ? 'var(--bad)' : 'var(--ink-2)'}
        fz="var(--reading-control)"
        role="status"
      >
        {messageOf(batch)}
      </Text>
      {hasEnd ? <BatchActions batch={batch} /> : <Counts batch={batch} />}
    </Stack>
  );
}

const Counts = ({ batch }: { batch: Batch }) => (
  <SimpleGrid component="dl" cols={3} spacing="sm">
    <Count word={`${doneWord(batch)}s`} count={formatCount(batch.done)} tone="ok" />
    <Count
      word="Recusadas"
      count={formatCount(batch.refused)}
      tone={batch.refused > 0 ? 'bad' : undefined}
    />
    <Count word="Créditos gastos" count={formatCredits(batch.charged)} />
  </SimpleGrid>
);

function Count({
  word,
  count,
  tone,
}: {
  word: string;
  count: string;
  tone?: 'ok' | 'bad' | undefined;
}) {
  return (
    <Stack
      gap="3xs"
      p="var(--space-md) var(--space-xl)"
      bd="1px solid var(--line)"
      bdrs="var(--radius-card)"
    >
      <Box component="dt" c="var(--ink-2)" fz="caption">
        {word}
      </Box>
      <Box
        component="dd"
        c={tone ? `var(--${tone})` : 'inherit'}
        fz="var(--text-subtitle)"
        fw={600}
        lts="var(--tracking-heading)"
        className="num"
      >
        {count}
      </Box>
    </Stack>
  );
}

const icon = { size: 15, stroke: 1.75, 'aria-hidden': true } as const;

function BatchActions({ batch }: { batch: Batch }) {
  const confirm = useConfirm();
  const alert = useAlertDialog();
  const refresh = [getBatch, listBatches];
  const stop = useAction(stopTask, { refresh });
  const resume = useAction(continueBatch, {
    refresh,
    onError: ({ message, requestId, title }: ApiError) =>
      void alert({ title: title ?? 'Não deu para retomar', text: message, requestId }),
  });
  const ask = () =>
    void confirm({
      title: 'Parar este trabalho?',
      lead: 'O que já foi feito fica como está. As linhas que faltam não são tocadas, e dá para retomar depois.',
      icon: IconPlayerStop,
      tone: 'danger',
      object: { name: batch.title, note: taskFigures(toTask(batch)) },
      confirmLabel: 'Sim, parar',
      onConfirm: () => stop.mutateAsync({ params: { id: batch.task.id } }),
    });
  return (
    <Group gap="sm">
      {isTaskActive(batch.task) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerStop {...icon} />}
          onClick={ask}
        >
          Parar
        </Button>
      )}
      {canContinue(batch) && (
        <Button
          size="xs"
          leftSection={<IconPlayerPlay {...icon} />}
          loading={resume.isPending}
          onClick={() => resume.mutate({ params: { id: batch.id }, body: {} })}
        >
          {`Retomar · ${pluralize(countWaitingRows(batch), 'linha', 'linhas')}`}
        </Button>
      )}
      {isFinishedRenewal(batch) && !isUndone(batch) && <NotifyRenewed batch={batch} />}
      {!isTaskActive(batch.task) && (
        <ExportButton
          declaration={exportBatchRows}
          sent={{ params: { id: batch.id }, body: {} }}
          label="Exportar resultado"
          size="xs"
        />
      )}
    </Group>
  );
}

/** Button that opens the charging run for the renewal messages, one customer after the other. */
function NotifyRenewed({ batch: { id } }: { batch: Batch }) {
  const { data: me } = useProfile();
  const isSeller = me !== undefined && me.profile !== 'admin';
  const query = { batch: id, limit: 0 };
  const { data } = useCall(listMessages, { query }, { enabled: isSeller });
  if (!data || data.total === 0) return null;
  return (
    <LinkButton
      to="/charge"
      search={{ batch: id }}
      size="xs"
      variant="whatsapp-soft"
      leftSection={<IconBrandWhatsapp {...icon} />}
    >
      {data.total === 1 ? 'Avisar o cliente' : `Avisar os ${formatCount(data.total)}`}
    </LinkButton>
  );
}

function messageOf(batch: Batch): string {
  const left = countWaitingRows(batch);
  if (isUndone(batch)) return 'Desfeito: os vencimentos são os de antes e os créditos voltaram.';
  if (batch.task.state === 'waiting')
    return 'Na fila, começa em instantes. Pode fechar esta janela: o trabalho continua.';
  if (batch.task.state === 'running')
    return 'Em andamento. Pode fechar esta janela: o trabalho continua.';
  if (left > 0) {
    const why = batch.task.state === 'stopped' ? 'Parado a pedido.' : batch.task.message;
    return `${why} ${left === 1 ? 'Falta 1 linha' : `Faltam ${formatCount(left)} linhas`}: dá para retomar, e nada se repete.`;
  }
  return `${batchStatus(batch).word === 'Concluído' ? 'Concluído' : 'Terminado'}: ${pluralize(batch.done, 'linha feita', 'linhas feitas')}${
    batch.refused === 0 ? '' : `, ${pluralize(batch.refused, 'recusada', 'recusadas')} sem custo`
  }.`;
}
