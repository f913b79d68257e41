/** A batch in a dialog; closing it does not stop the batch. */
import type { Batch } from '@ramal/contract/batches';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { BatchProgress } from './BatchProgress.tsx';

export interface BatchDialogProps {
  id: number;
  title: string;
  subtitle?: ReactNode;
  onClose: () => void;
  onDone?: (batch: Batch) => void;
}

export function BatchDialog({ id, title, subtitle, onClose, onDone }: BatchDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      width={820}
      title={title}
      subtitle={subtitle}
      closeLabel="Fechar"
      closeVariant="default"
    >
      <BatchProgress id={id} {...(onDone ? { onDone } : {})} />
    </Dialog>
  );
}
