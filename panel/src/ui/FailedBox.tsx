import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ApiError } from '../foundation/api.ts';
import { EmptyFace } from './EmptyFace.tsx';

export interface FailedBoxProps {
  title: string;
  error: ApiError;
  busy: boolean;
  onRetry: () => void;
}

/** A card or a window whose contents did not come. */
export function FailedBox({ title, error, busy, onRetry }: FailedBoxProps) {
  return (
    <EmptyFace
      icon={IconCloudOff}
      tone="bad"
      title={title}
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
