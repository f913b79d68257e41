import { Skeleton, Stack } from '@mantine/core';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useReducer, useState } from 'react';

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
  // What an answer draws is drawn in pieces (query.ts), and may ask for more: it is waited for as well.
  const [events, tell] = useReducer((before: number) => before + 1, 0);
  const drawn = useDeferredValue(events);
  useEffect(
    () => (revealed ? undefined : client.getQueryCache().subscribe(notifyManager.batchCalls(tell))),
    [client, revealed],
  );
  // The children's own effects have begun their requests by now.
  useEffect(() => {
    if (client.isFetching(isFirstRead) === 0) setRevealed(true);
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
