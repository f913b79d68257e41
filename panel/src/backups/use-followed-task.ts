import { type startBackup, type startDrill, viewBackups } from '@ramal/contract/operations/backups';
import type { Task } from '@ramal/contract/tasks';
import { useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { isTaskActive } from '../tasks/task.ts';
import { useTask } from '../tasks/use-task.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';

export interface FollowedTask {
  readonly busy: boolean;
  readonly task: ReturnType<typeof useTask>;
  readonly start: () => void;
  readonly dismiss: () => void;
}

/**
 * Starts a backup or a restore test and follows its task. Reads the backups again after the task
 * ends.
 */
export function useFollowedTask(declaration: typeof startBackup | typeof startDrill): FollowedTask {
  const [begun, setBegun] = useState<Task>();
  const alert = useAlertDialog();
  const begin = useAction(declaration, {
    onSuccess: ({ task: first }) => setBegun(first),
    onError: ({ title, message, requestId }) => void alert({ title, text: message, requestId }),
  });
  const task = useTask(begun?.id, { startedTask: begun, refresh: [viewBackups] });
  return {
    busy: begin.isPending || (task !== undefined && isTaskActive(task)),
    task,
    start: () => begin.mutate({}),
    dismiss: () => setBegun(undefined),
  };
}
