/** An import: its progress, a preview of its changes, and the buttons that apply or discard it. */
import { Button, Skeleton, Text } from '@mantine/core';
import {
  getImport,
  type ListImport,
  listSourceLists,
  type SourceList,
} from '@ramal/contract/catalogue/catalogue-lists';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconCloudOff,
} from '@tabler/icons-react';
import type { ApiError } from '../../foundation/api/api.ts';
import { useCall } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { isTaskActive } from '../../tasks/task.ts';
import { TaskProgress } from '../../tasks/TaskProgress.tsx';
import type { Task } from '@ramal/contract/tasks';
import { useTask } from '../../tasks/use-task.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { changedByImport } from '../calls.ts';
import { ImportActions, RetryImport } from './ImportActions.tsx';
import { ImportEntries } from './ImportEntries.tsx';
import { SkippedValues } from '../../ui/status/SkippedValues.tsx';
import { countsText } from './import-texts.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { PhoneButtons } from '../PhoneButtons.tsx';
import { sectionHeader } from '../section-header.ts';
import { SectionTabs } from '../SectionTabs.tsx';
import { agoWord, fullTime } from '../times.ts';

export function ImportPage({ id }: { id: number }) {
  const listImport = useCall(getImport, { params: { id } });
  const lists = useCall(listSourceLists, {});
  const list = lists.data?.find((sourceList) => sourceList.id === listImport.data?.listId);
  const name = list?.name ?? '';
  const buttons = listImport.data && <ImportActions listImport={listImport.data} name={name} />;
  return (
    <>
      <PageHeader
        {...sectionHeader('listas', {
          title: name ? `Importação de ${name}` : 'Importação',
          phoneTitle: 'Importação',
        })}
        note={listImport.data && `Começou em ${fullTime(listImport.data.createdAtTimestamp)}`}
        actions={buttons}
        phoneActions={buttons && <PhoneButtons>{buttons}</PhoneButtons>}
      />
      <SectionTabs current="listas" />
      {listImport.data ? (
        <Import listImport={listImport.data} list={list} />
      ) : listImport.error ? (
        <NotOpened
          error={listImport.error}
          busy={listImport.isFetching}
          onRetry={() => void listImport.refetch()}
        />
      ) : (
        <div aria-busy="true">
          <Skeleton height={92} radius={12} />
        </div>
      )}
    </>
  );
}

interface NotOpenedProps {
  error: ApiError;
  busy: boolean;
  onRetry: () => void;
}

function NotOpened({ error, busy, onRetry }: NotOpenedProps) {
  return (
    <Panel>
      <EmptyState
        icon={IconCloudOff}
        tone="bad"
        title="Não deu para abrir a importação"
        text={error.message}
        actions={
          <>
            <Button loading={busy} onClick={onRetry}>
              Tentar de novo
            </Button>
            <LinkButton
              variant="default"
              to="/catalogue/{-$section}"
              params={{ section: 'listas' }}
            >
              Ver as listas
            </LinkButton>
          </>
        }
        foot={error.requestId && `Pedido ${error.requestId}`}
      />
    </Panel>
  );
}

interface ImportProps {
  listImport: ListImport;
  list: SourceList | undefined;
}

function Import({ listImport, list }: ImportProps) {
  const { state } = listImport;
  const isAtWork = state === 'reading' || state === 'applying';
  const task = useTask(listImport.task?.id, {
    startedTask: listImport.task,
    refresh: changedByImport,
    awaited: isAtWork,
  });
  if (isAtWork) return <Running state={state} task={task} />;
  if (state === 'failed') return <Failed listImport={listImport} list={list} />;
  const interrupted = state === 'ready' && task && !isTaskActive(task) && task.state !== 'done';
  return (
    <>
      {state === 'applied' && <Applied listImport={listImport} />}
      {state === 'discarded' && (
        <Notice tone="warn" icon={IconCircleOff} title="Descartada">
          Esta importação foi descartada e não muda mais nada.
        </Notice>
      )}
      {interrupted && (
        <Notice tone="warn" icon={IconAlertTriangle} title="Não terminou">
          {task.message}
        </Notice>
      )}
      <SkippedValues skips={listImport.skips} />
      <ImportEntries listImport={listImport} />
    </>
  );
}

const runningTexts = {
  reading: {
    title: 'Lendo a lista',
    stopNote: 'Nada mudou no catálogo, e a lista pode ser importada de novo.',
    note: 'O catálogo continua como está até você aplicar. Pode sair desta página: a leitura continua.',
  },
  applying: {
    title: 'Aplicando ao catálogo',
    stopNote: 'O que já foi aplicado fica; o resto pode ser aplicado depois.',
    note: 'As linhas veem cada mudança assim que ela é gravada. Pode sair desta página: o trabalho continua.',
  },
};

function Running({ state, task }: { state: 'reading' | 'applying'; task: Task | undefined }) {
  const { title, stopNote, note } = runningTexts[state];
  return (
    <>
      {task && <TaskProgress task={task} title={title} stopNote={stopNote} />}
      <Text mt="md" c="var(--ink-2)" fz="control">
        {note}
      </Text>
    </>
  );
}

function Applied({ listImport }: { listImport: ListImport }) {
  const now = useNow();
  return (
    <Notice tone="ok" icon={IconCircleCheck} title="Aplicada ao catálogo">
      <span title={fullTime(listImport.appliedAtTimestamp)}>
        {agoWord(listImport.appliedAtTimestamp, now)} · {countsText(listImport.counts)}
      </span>
    </Notice>
  );
}

function Failed({ listImport, list }: ImportProps) {
  return (
    <Panel>
      <EmptyState
        icon={IconAlertTriangle}
        tone="bad"
        title={
          listImport.task?.state === 'stopped'
            ? 'A importação foi parada'
            : 'A lista não pôde ser importada'
        }
        text={
          <>
            {listImport.task?.message}{' '}
            {listImport.appliedAtTimestamp === null && 'O catálogo continua como estava.'}
          </>
        }
        actions={list && <RetryImport list={list} />}
      />
    </Panel>
  );
}
