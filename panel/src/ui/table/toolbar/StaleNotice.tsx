import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ListFailure } from '../list-states.tsx';
import classes from './StaleNotice.module.css';

/** A refresh failed: the old rows stay, and one line says so. */
export function StaleNotice({ failure, onRetry }: { failure: ListFailure; onRetry: () => void }) {
  return (
    <div className={classes.root} role="status">
      <IconAlertTriangle size={17} stroke={1.75} aria-hidden />
      <p>
        A lista pode estar desatualizada. {failure.text}
        {failure.requestId && (
          <>
            {' '}
            Pedido <span className="mono">{failure.requestId}</span>
          </>
        )}
      </p>
      <Button size="xs" variant="subtle" onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}
