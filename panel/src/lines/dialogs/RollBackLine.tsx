/** Editar Vencimento: an earlier day, three back at the most; typing is blocked (V-22 to V-24, M-12). */
import { errorText } from '@ramal/contract/errors';
import { ROLLBACK_DAYS } from '@ramal/contract/terms';
import { Button } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { formatDate, formatDateTime, formatTime } from '../../foundation/dates.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useAlertDialog, useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { usePlatformAct } from '../platforms/calls.ts';
import type { LineDialogProps } from './line-dialog.ts';
import { rollBackConfirmation } from './line-confirmations.tsx';
import type { LineChange } from '../platforms/platform.ts';

/** yyyy-mm-dd of the panel's time zone, as the field and the wire have it (Q-EXPDAY). */
const isoDay = (at: Date): string => formatDate(at).split('/').reverse().join('-');
const written = (day: string): string => day.split('-').reverse().join('/');

const moves = new Set([
  'Tab',
  'Enter',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
]);

function blockTyping(event: KeyboardEvent): void {
  if (!moves.has(event.key)) event.preventDefault();
}

export function RollBackLine({ platform, context: asking, onClose, onDone }: LineDialogProps) {
  const { line } = asking;
  const confirm = useConfirm();
  const alert = useAlertDialog();
  const rollBack = usePlatformAct(platform, platform.actions.rollBack);
  const current = isoDay(line.expiresAt);
  const first = line.rollbackFrom ?? current;
  const [day, setDay] = useState(current);

  const submit = async () => {
    if (day < first || day > current) {
      return alert({
        title: 'Data inválida',
        text: errorText('rollback_out_of_range', { date: written(first) }),
      });
    }
    if (day === current) {
      return alert({
        title: 'Data inválida',
        text: errorText('rollback_not_earlier', { date: written(current) }),
      });
    }
    let change: LineChange | undefined;
    await confirm({
      ...rollBackConfirmation(asking, `${written(day)} ${formatTime(line.expiresAt)}`),
      act: async () => {
        change = await rollBack.run({ line, day });
      },
    });
    if (!change) return undefined;
    onClose();
    return onDone(change, 'Vencimento retrocedido');
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      title="Editar Vencimento"
      subtitle={
        <>
          <span className="mono">{line.username}</span> · vence em {formatDateTime(line.expiresAt)}
        </>
      }
      footer={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button size="md" className="line-dialog-main" onClick={() => void submit()}>
            Retroceder vencimento
          </Button>
        </>
      }
    >
      <TextField
        label="Novo vencimento"
        type="date"
        icon={IconCalendar}
        value={day}
        min={first}
        max={current}
        data-autofocus
        onChange={(event) => setDay(event.currentTarget.value)}
        onKeyDown={blockTyping}
        onClick={(event) => event.currentTarget.showPicker?.()}
        hint={`De ${written(first)} a ${written(current)}, no máximo ${ROLLBACK_DAYS} dias antes. O horário continua ${formatTime(line.expiresAt)}.`}
      />
    </Dialog>
  );
}
