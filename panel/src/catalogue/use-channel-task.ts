/** Starts a task for one channel, or follows the task that is already running for it. */
import type { proveArchives } from '@ramal/contract/catalogue/archive';
import type { checkSources } from '@ramal/contract/catalogue/catalogue';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import type { Task } from '@ramal/contract/tasks';
import { useAction } from '../foundation/api/query.ts';
import { isTaskActive } from '../tasks/task.ts';
import { useTask } from '../tasks/use-task.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';

export interface ChannelTask {
  /** Running task, or undefined if no task is running. */
  readonly task: Task | undefined;
  readonly start: () => void;
}

interface Channel {
  readonly id: number;
  readonly task: Task | null;
}

export function useChannelTask(
  declaration: typeof proveArchives | typeof checkSources,
  { id, task: earlier }: Channel,
  refresh: readonly Endpoint[],
): ChannelTask {
  const alert = useAlertDialog();
  const action = useAction(declaration);
  const started = action.data ?? earlier ?? undefined;
  const task = useTask(started?.id, {
    startedTask: started,
    refresh,
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
