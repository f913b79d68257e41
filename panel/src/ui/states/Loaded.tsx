import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../../foundation/api/api.ts';
import { ListError } from '../table/list-states.tsx';
import { ErrorState } from './ErrorState.tsx';

export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: ApiError | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface LoadedProps<Data> {
  query: Query<Data>;
  /** Title of the error message. */
  failed: string;
  /** True if the message is in a card that has margins of its own. */
  compact?: boolean | undefined;
  /** True if the error message states that no data was lost, as in a list. */
  calm?: boolean;
  /** Height of one row of the skeleton. */
  height?: number;
  lines?: number;
  radius?: number;
  /** Name of the skeleton for screen readers. */
  label?: string;
  /** Content that is shown instead of the skeleton. */
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * Shows loaded data. The data stays visible during a refresh and after a failed refresh. Without
 * data it shows an error or a skeleton.
 */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error && props.calm)
    return (
      <ListError
        failure={{ title: props.failed, text: error.message, requestId: error.requestId }}
        onRetry={() => void refetch()}
      />
    );
  if (error)
    return (
      <ErrorState
        compact={props.compact}
        title={props.failed}
        error={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (props.waiting !== undefined) return props.waiting;
  return (
    <Stack gap="lg" aria-busy role={props.label && 'status'} aria-label={props.label}>
      {Array.from({ length: props.lines ?? 1 }, (_, line) => (
        <Skeleton key={line} height={props.height} radius={props.radius} />
      ))}
    </Stack>
  );
}
