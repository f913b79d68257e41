import { Box, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { calendarDays, formatDateTime, formatTime } from '../../../foundation/dates.ts';
import type { ListFailure } from '../list-states.tsx';
import classes from './StaleNotice.module.css';

interface StaleNoticeProps {
  readonly failure: ListFailure;
  /** Time when the rows were received, in milliseconds since the epoch. */
  readonly updatedAt: number | undefined;
  readonly onRetry: () => void;
}

/** Notice after a failed refresh. The old rows stay, and the notice states their age. */
export function StaleNotice({ failure, updatedAt, onRetry }: StaleNoticeProps) {
  return (
    <div className={classes.root} role="status">
      <IconAlertTriangle size={17} stroke={1.75} aria-hidden />
      <Box component="p" flex={1}>
        A lista {updatedAt ? `é ${momentOf(new Date(updatedAt))} e ` : ''}pode estar desatualizada.{' '}
        {failure.text}
        {failure.requestId && (
          <>
            {' '}
            Pedido <span className="mono">{failure.requestId}</span>
          </>
        )}
      </Box>
      <Button size="xs" variant="subtle" onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}

const momentOf = (at: Date): string =>
  calendarDays(at, new Date()) === 0 ? `das ${formatTime(at)}` : `de ${formatDateTime(at)}`;
