import { Skeleton, Stack } from '@mantine/core';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';

interface ReadState {
  readonly status: string;
  readonly fetchFailureCount: number;
}

/** One that failed and is tried again is waited for no longer. */
const isFirstRead = {
  predicate: ({ state }: { state: ReadState }) =>
    state.status === 'pending' && state.fetchFailureCount === 0,
};

/**
 * Shows its children when every first answer is there, so that no card pushes another down as it fills. Until then
 * they have their places but are not seen, and boxes of no meaning are drawn over them.
 */
export function RevealTogether({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [revealed, setRevealed] = useState(false);
  const [read, tell] = useState({ running: 0 });
  // What an answer draws is drawn in pieces (query.ts): what was running then counts when it has been drawn.
  const drawn = useDeferredValue(read);
  useEffect(() => {
    if (revealed) return undefined;
    return client.getQueryCache().subscribe(() => {
      // Counted as of this event, told with it: another answer may come before its screen has heard of it.
      const running = client.isFetching(isFirstRead);
      notifyManager.schedule(() => tell({ running }));
    });
  }, [client, revealed]);
  // The children's own effects have begun their requests by now.
  useEffect(() => {
    if (drawn.running === 0 && client.isFetching(isFirstRead) === 0) setRevealed(true);
  }, [client, drawn]);
  return (
    <div style={{ position: 'relative' }} aria-busy={!revealed}>
      <div style={revealed ? undefined : { visibility: 'hidden' }}>{children}</div>
      {!revealed && (
        <Stack gap={16} pos="absolute" top={0} left={0} right={0} aria-hidden>
          <Skeleton height={140} radius={12} />
          <Skeleton height={220} radius={12} />
          <Skeleton height={140} radius={12} />
        </Stack>
      )}
    </div>
  );
}
