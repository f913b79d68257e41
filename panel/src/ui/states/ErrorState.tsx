import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ApiError } from '../../foundation/api/api.ts';
import { EmptyState } from './EmptyState.tsx';

interface ErrorStateProps {
  title: string;
  error: ApiError;
  busy: boolean;
  onRetry: () => void;
  /** True if the message is in a card that has margins of its own. */
  compact?: boolean | undefined;
}

/** Message of a card or dialog whose content could not be loaded. */
export function ErrorState({ title, error, busy, onRetry, compact }: ErrorStateProps) {
  return (
    <EmptyState
      icon={IconCloudOff}
      tone="bad"
      title={title}
      compact={compact}
      text={error.message}
      actions={
        <Button variant="default" loading={busy} onClick={onRetry}>
          Tentar de novo
        </Button>
      }
      foot={error.requestId && `Pedido ${error.requestId}`}
    />
  );
}
