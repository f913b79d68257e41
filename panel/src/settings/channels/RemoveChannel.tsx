import { Button } from '@mantine/core';
import type { Question } from '../../ui/dialogs/ConfirmBox.tsx';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';

interface RemoveChannelProps {
  question: Omit<Question, 'tone' | 'confirmLabel'>;
  onConfirm: () => Promise<{ readonly message: string }>;
}

/** Button that removes the server, number or bot of a channel after a confirmation. */
export function RemoveChannel({ question, onConfirm }: RemoveChannelProps) {
  const act = useConfirmedAction();
  const ask = () => act({ ...question, tone: 'danger', confirmLabel: 'Sim, retirar' }, onConfirm);
  return (
    <Button variant="danger-soft" onClick={() => void ask()}>
      Retirar
    </Button>
  );
}
