import { Skeleton, Stack } from '@mantine/core';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';

interface ReadState {
  readonly status: string;
  readonly fetchFailureCount: number;
}

/**
 * Filter for first reads that have not failed. A read that failed and is retried no longer delays
 * the page.
 */
const isFirstRead = {
  predicate: ({ state }: { state: ReadState }) =>
    state.status === 'pending' && state.fetchFailureCount === 0,
};

/**
 * Shows its children together after all first answers have arrived. Otherwise an answer would move
 * the cards that are already shown. Until then the children are laid out but hidden, and skeletons
 * cover them.
 */
export function RevealTogether({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [revealed, setRevealed] = useState(false);
  const [read, tell] = useState({ running: 0 });
  // React renders an answer in parts (query.ts). The deferred value changes only after the whole
  // answer is rendered.
  const drawn = useDeferredValue(read);
  useEffect(() => {
    if (revealed) return undefined;
    return client.getQueryCache().subscribe(() => {
      // Counts the running reads when the event arrives, because another answer may arrive before
      // the scheduled update runs.
      const running = client.isFetching(isFirstRead);
      notifyManager.schedule(() => tell({ running }));
    });
  }, [client, revealed]);
  // The effects of the children run before this effect, so their requests have already started.
  useEffect(() => {
    if (drawn.running === 0 && client.isFetching(isFirstRead) === 0) setRevealed(true);
  }, [client, drawn]);
  return (
    <div style={{ position: 'relative' }} aria-busy={!revealed}>
      <div style={revealed ? undefined : { visibility: 'hidden' }}>{children}</div>
      {!revealed && (
        <Stack gap="2xl" pos="absolute" top={0} left={0} right={0} aria-hidden>
          <Skeleton height={140} radius={12} />
          <Skeleton height={220} radius={12} />
          <Skeleton height={140} radius={12} />
        </Stack>
      )}
    </div>
  );
}
