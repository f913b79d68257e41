/**
 * Follows a long task. Polls it every second while it waits or runs. When it has ended, requests
 * again the data that it changed.
 */
import type { Endpoint, WireAnswer } from '@ramal/contract/api/endpoint';
import { getTask, type Task } from '@ramal/contract/tasks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { callQuery, queryKey } from '../foundation/api/query.ts';
import { isTaskActive } from './task.ts';

const EVERY_MS = 1000;

interface FollowOptions {
  /** Task from an earlier answer. With it, the progress is shown before the first poll. */
  readonly startedTask?: Task | null | undefined;
  /** Calls whose data is requested again when the task ends. */
  readonly refresh?: readonly Endpoint[];
  readonly onEnd?: (task: Task) => void;
  /**
   * True if an earlier answer contained the task. `onEnd` is then called even if the task had
   * already ended at the first poll.
   */
  readonly awaited?: boolean;
}

/** Returns the task. Undefined if there is no task or until its first answer. */
export function useTask(id: number | undefined, options: FollowOptions = {}): Task | undefined {
  const { startedTask, refresh = [], onEnd, awaited = false } = options;
  const client = useQueryClient();
  const sent = { params: { id: id ?? 0 } };
  const polled = useQuery<WireAnswer<typeof getTask>, ApiError, Task>({
    ...callQuery(getTask, sent),
    enabled: id !== undefined && (!startedTask || isTaskActive(startedTask)),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (state.error?.code === 'task_not_found') return false;
      return !state.data || isTaskActive(state.data) ? EVERY_MS : false;
    },
  });
  const task = id === undefined ? undefined : latest(startedTask ?? undefined, polled.data);
  const end = useRef<(ended: Task) => void>(undefined);
  end.current = (ended) => {
    for (const stale of refresh) void client.invalidateQueries({ queryKey: queryKey(stale) });
    onEnd?.(ended);
  };
  const going = useRef<number>(undefined);
  const reportedId = useRef<number>(undefined);
  useEffect(() => {
    if (!task) return;
    if (isTaskActive(task)) going.current = task.id;
    else if (going.current === task.id || (awaited && reportedId.current !== task.id)) {
      going.current = undefined;
      reportedId.current = task.id;
      end.current?.(task);
    }
  }, [task, awaited]);
  return task;
}

/**
 * Returns the newer state of the task. An ended task cannot run again, so a state that is ended
 * always has priority.
 */
function latest(startedTask: Task | undefined, polled: Task | undefined): Task | undefined {
  return startedTask && !isTaskActive(startedTask) ? startedTask : (polled ?? startedTask);
}
