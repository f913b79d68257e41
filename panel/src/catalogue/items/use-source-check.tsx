/**
 * Starts checks of sources or proofs of archives, and shows their progress. The task id is in the
 * address, so the progress is also shown after a reload.
 */
import { Stack } from '@mantine/core';
import { proveArchives } from '@ramal/contract/catalogue/archive';
import {
  type CatalogueStream,
  checkSources,
  listStreams,
  type StreamKind,
} from '@ramal/contract/catalogue/catalogue';
import { listChannelSources } from '@ramal/contract/catalogue/channel-sources';
import type { ReactNode } from 'react';
import { useAction } from '../../foundation/api/query.ts';
import { isTaskActive } from '../../tasks/task.ts';
import { TaskProgress } from '../../tasks/TaskProgress.tsx';
import { useTask } from '../../tasks/use-task.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import type { CatalogueParams } from '../catalogue-params.ts';

export interface Scope {
  readonly kind: StreamKind;
  readonly category: number | undefined;
  readonly list: number | undefined;
}

export interface SourceCheck {
  readonly running: boolean;
  /** Progress of the check, shown above the list. */
  readonly banner: ReactNode;
  readonly all: (scope: Scope) => Promise<void>;
  readonly checkStream: (stream: CatalogueStream) => void;
  readonly checkChannel: (id: number) => void;
  readonly proveArchives: () => Promise<void>;
}

const archiveTitles = {
  waiting: 'Comprovando arquivos',
  running: 'Comprovando arquivos',
  done: 'Arquivos comprovados',
  failed: 'A comprovação não terminou',
  stopped: 'Comprovação parada',
} as const;

const sourceTitles = {
  waiting: 'Verificando origens',
  running: 'Verificando origens',
  done: 'Origens verificadas',
  failed: 'A verificação não terminou',
  stopped: 'Verificação parada',
} as const;

export function useSourceCheck(params: CatalogueParams): SourceCheck {
  const alert = useAlertDialog();
  const start = useAction(checkSources);
  const prove = useAction(proveArchives);
  const { task: taskId } = params.values;
  // A check of one source may end before the first poll. The task from the start call then shows
  // that the check ran.
  const startedTask = [start.data, prove.data].find((started) => started?.id === taskId);
  const task = useTask(taskId, { startedTask, refresh: [listStreams, listChannelSources] });
  const checkOne = (id: number) =>
    start.mutate(
      { body: { stream: id } },
      {
        onSuccess: (started) => follow(started.id),
        onError: ({ title, message, requestId }) => void alert({ title, text: message, requestId }),
      },
    );
  const follow = (id: number | undefined) => params.replace({ task: id });
  return {
    running: task !== undefined && isTaskActive(task),
    banner: task && (
      <Stack gap="sm" mb="lg">
        <TaskProgress
          task={task}
          title={(task.kind === 'check-sources' ? sourceTitles : archiveTitles)[task.state]}
          stopNote="As que já foram verificadas ficam com o resultado novo."
          onDismiss={() => follow(undefined)}
        />
      </Stack>
    ),
    all: async ({ kind, category, list }) => {
      const started = await start.mutateAsync({
        body: { kind, ...(category ? { category } : {}), ...(list ? { list } : {}) },
      });
      follow(started.id);
    },
    proveArchives: async () => follow((await prove.mutateAsync({ body: {} })).id),
    checkStream: ({ id }) => checkOne(id),
    checkChannel: checkOne,
  };
}
