/** Proves the archive of one channel and follows the task, also one that was started before. */
import {
  type ChannelArchive,
  getChannelArchive,
  proveArchives,
} from '@ramal/contract/catalogue/archive';
import { listStreams } from '@ramal/contract/catalogue/catalogue';
import type { Task } from '@ramal/contract/tasks';
import { useAction } from '../../foundation/api/query.ts';
import { isTaskActive } from '../../tasks/task.ts';
import { useTask } from '../../tasks/use-task.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';

export interface ArchiveProof {
  /** The running proof. */
  readonly task: Task | undefined;
  readonly start: () => void;
}

export function useArchiveProof({ id, task: earlier }: ChannelArchive): ArchiveProof {
  const alert = useAlertDialog();
  const action = useAction(proveArchives);
  const started = action.data ?? earlier ?? undefined;
  const task = useTask(started?.id, {
    startedTask: started,
    refresh: [getChannelArchive, listStreams],
    awaited: action.data !== undefined,
  });
  const isRunning = action.isPending || (task !== undefined && isTaskActive(task));
  return {
    task: isRunning ? task : undefined,
    start: () => {
      if (isRunning) return;
      action.mutate(
        { body: { stream: id } },
        {
          onError: ({ title, message, requestId }) =>
            void alert({ title, text: message, requestId }),
        },
      );
    },
  };
}
