/**
 * Polls a batch while it is running. After the end, reloads all data that the batch has changed.
 */
import {
  type Batch,
  type BatchSort,
  getBatch,
  listBatches,
  listBatchRows,
} from '@ramal/contract/batches';
import { listMessages } from '@ramal/contract/lines/messages';
import type { ResponseOf, WireAnswer } from '@ramal/contract/api/endpoint';
import type { Page } from '@ramal/contract/api/paging';
import { getProfile } from '@ramal/contract/sessions';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { callQuery, queryKey } from '../foundation/api/query.ts';
import { isTaskActive } from '../tasks/task.ts';

const EVERY_MS = 1000;
const LIST_EVERY_MS = 3000;

interface BatchListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly sort?: BatchSort;
  readonly dir?: 'asc' | 'desc';
}

type Going = Parameters<typeof isTaskActive>[0];

const anyGoing = (
  page: { readonly data: readonly { readonly task: Going }[] } | undefined,
): boolean => page?.data.some(({ task }) => isTaskActive(task)) ?? false;

export function useBatches({ page, perPage, sort, dir }: BatchListQuery) {
  const sent = {
    query: { page, perPage, ...(sort && { sort }), ...(dir && { dir }) },
  };
  const query = useQuery<WireAnswer<typeof listBatches>, ApiError, Page<Batch>>({
    ...callQuery(listBatches, sent),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => anyGoing(state.data) && LIST_EVERY_MS,
  });
  return { query, going: anyGoing(query.data) };
}

/** Calls `onDone` each time the batch ends while it is shown. */
export function useBatch(id: number, onDone?: (batch: Batch) => void) {
  const client = useQueryClient();
  const sent = { params: { id } };
  const query = useQuery<WireAnswer<typeof getBatch>, ApiError, ResponseOf<typeof getBatch>>({
    ...callQuery(getBatch, sent),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (state.error?.code === 'batch_not_found') return false;
      return !state.data || isTaskActive(state.data.task) ? EVERY_MS : false;
    },
  });
  const batch = query.data;
  const ended = useRef(onDone);
  ended.current = onDone;
  const going = useRef<number>(undefined);
  useEffect(() => {
    if (!batch) return;
    if (isTaskActive(batch.task)) {
      going.current = batch.task.id;
      return;
    }
    if (going.current !== batch.task.id) return;
    going.current = undefined;
    for (const stale of [listBatches, listBatchRows, listMessages, getProfile])
      void client.invalidateQueries({ queryKey: queryKey(stale) });
    ended.current?.(batch);
  }, [batch, client]);
  return query;
}
