/** End of a bulk renewal: what it cost, and «Desfazer» for all lines together for ten seconds. */
import { Button, Group } from '@mantine/core';
import { type Batch, getBatch, listBatches, listBatchRows } from '@ramal/contract/batches';
import { listMessages } from '@ramal/contract/lines/messages';
import { getProfile } from '@ramal/contract/sessions';
import { UNDO_ACCEPTED_MS, undoAct } from '@ramal/contract/undo';
import { useRef } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { creditsInWords, formatCount, formatCredits, pluralize } from '../foundation/numbers.ts';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { CountdownRing } from '../ui/undo/CountdownRing.tsx';
import { useCountdown } from '../ui/undo/use-countdown.ts';
import { type BatchResult, isUndone } from './batch.ts';
import classes from './BatchEnd.module.css';

interface BatchEndProps {
  batch: BatchResult;
  /** Time in ms at which the batch was read. */
  readAt: number;
  onDone: ((batch: Batch) => void) | undefined;
}

export function BatchEnd({ batch, readAt, onDone }: BatchEndProps) {
  const { data: profile } = useCall(getProfile, {});
  const { charged, undo } = batch;
  const words = useRef<HTMLParagraphElement>(null);
  // An admin has no wallet.
  const credits = profile?.credits ?? undefined;
  return (
    <Group className={classes.root} wrap="nowrap" data-batch-end>
      <p ref={words} className={classes.words} role="status" tabIndex={-1}>
        <b>{headingOf(batch)}</b>
        <span>
          {[
            ...(charged > 0 ? [creditsInWords(charged)] : []),
            ...(credits === undefined ? [] : [`saldo ${formatCredits(credits)}`]),
          ].join(' · ')}
        </span>
      </p>
      {undo && !isUndone(batch) && (
        <UndoBatch
          key={undo.id}
          undoId={undo.id}
          startedAt={readAt - UNDO_ACCEPTED_MS + undo.secondsLeft * 1_000}
          onUndone={() => {
            // The pressed button disappears.
            words.current?.focus();
            onDone?.(batch);
          }}
        />
      )}
    </Group>
  );
}

function headingOf(batch: Batch): string {
  if (isUndone(batch)) return 'Desfeito';
  const renewed = pluralize(batch.done, 'renovado', 'renovados');
  return batch.refused > 0 ? `${renewed}, ${formatCount(batch.refused)} não` : renewed;
}

interface UndoBatchProps {
  undoId: string;
  startedAt: number;
  onUndone: () => void;
}

function UndoBatch({ undoId, startedAt, onUndone }: UndoBatchProps) {
  const refresh = [getBatch, listBatches, listBatchRows, listMessages, getProfile];
  const undo = useAction(undoAct, { refresh });
  const showFailure = useFailureAlert();
  const { seconds, total } = useCountdown(startedAt, undo.isPending);
  if (seconds === 0) return null;
  const run = () =>
    undo.mutateAsync({ params: { id: undoId }, body: {} }).then(onUndone, showFailure);
  return (
    <Button
      className={classes.undo!}
      variant="default"
      loading={undo.isPending}
      leftSection={<CountdownRing seconds={seconds} total={total} />}
      onClick={() => void run()}
    >
      Desfazer
    </Button>
  );
}
