/** Asks sources whether they answer; the work is in the address, so it is followed across reloads. */
import {
  type CatalogueStream,
  checkSources,
  listStreams,
  type StreamKind,
} from '@ramal/contract/catalogue';
import type { ReactNode } from 'react';
import { useAct } from '../foundation/query.ts';
import { isGoing } from '../tasks/task.ts';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { useTask } from '../tasks/use-task.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import type { CatalogueAddress } from './address.ts';

export interface Scope {
  readonly kind: StreamKind;
  readonly category: number | undefined;
  readonly list: number | undefined;
}

export interface SourceCheck {
  readonly running: boolean;
  /** How far it is, above the list. */
  readonly banner: ReactNode;
  readonly all: (scope: Scope) => Promise<void>;
  readonly one: (stream: CatalogueStream) => void;
}

const titles = {
  waiting: 'Verificando origens',
  running: 'Verificando origens',
  done: 'Origens verificadas',
  failed: 'A verificação não terminou',
  stopped: 'Verificação parada',
} as const;

export function useSourceCheck(address: CatalogueAddress): SourceCheck {
  const alert = useAlertDialog();
  const start = useAct(checkSources);
  const { tarefa } = address.asked;
  // A check of one source may be over before it is asked about: then the begun task is all that was seen of it going.
  const known = start.data?.id === tarefa ? start.data : undefined;
  const task = useTask(tarefa, { known, refresh: [listStreams] });
  const follow = (id: number | undefined) =>
    address.change({ tarefa: id, page: address.asked.page });
  return {
    running: task !== undefined && isGoing(task),
    banner: task && (
      <div className="running-tasks">
        <TaskProgress
          task={task}
          title={titles[task.state]}
          stopNote="As que já foram verificadas ficam com o resultado novo."
          onDismiss={() => follow(undefined)}
        />
      </div>
    ),
    all: async ({ kind, category, list }) => {
      const begun = await start.mutateAsync({
        body: { kind, ...(category ? { category } : {}), ...(list ? { list } : {}) },
      });
      follow(begun.id);
    },
    one: ({ id }) =>
      start.mutate(
        { body: { stream: id } },
        {
          onSuccess: (begun) => follow(begun.id),
          onError: ({ title, message, requestId }) =>
            void alert({ title, text: message, requestId }),
        },
      ),
  };
}
