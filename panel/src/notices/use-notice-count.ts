/**
 * Returns the number of unread notices. The number is read again after a signal. If signals do not
 * arrive, it is read every minute.
 */
import { countNotices } from '@ramal/contract/notices/notice-count';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey, useCall } from '../foundation/api/query.ts';
import { useLive, useSignal } from '../foundation/live/live.ts';

const POLL_MS = 60_000;
/**
 * Names of the calls to read again. The names are strings, so that the shell does not load the
 * declarations.
 */
const LISTS = ['list-notices', 'list-notice-deliveries'];

export function useNoticeCount(enabled: boolean): number | undefined {
  const live = useLive();
  const client = useQueryClient();
  useSignal('notices', () => {
    for (const key of [queryKey(countNotices), ...LISTS.map((name) => [name])])
      void client.invalidateQueries({ queryKey: key });
  });
  return useCall(
    countNotices,
    {},
    { enabled, staleMs: POLL_MS, ...(live ? {} : { refreshEveryMs: POLL_MS }) },
  ).data?.unread;
}
