/** «Mudar de linha»: assigns a box to another line. */
import { moveBox } from '@ramal/contract/boxes/boxes';
import { IconArrowsExchange, IconDeviceTvOld } from '@tabler/icons-react';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../ui/form/form-errors.ts';
import { useForm } from '../ui/form/use-form.ts';
import { rich } from '../ui/rich-text.tsx';
import { customerName } from './box-words.ts';
import { useChosenLine } from './chosen-line.ts';
import { LineCard } from './LineCard.tsx';
import type { BoxDialogProps } from './SendMessage.tsx';
import { callsChangedByBoxes } from './use-box-actions.tsx';

export function MoveBox({ box, onClose, onSaved }: BoxDialogProps) {
  const form = useForm(moveBox, {
    initial: { username: '' },
    wireNames: { username: 'line_id' },
    send: () => ({ params: { id: box.id }, body: { lineId: line?.id ?? 0 } }),
    validate: (): FieldErrors => (line ? {} : { line_id: 'Escolha a linha.' }),
    refresh: callsChangedByBoxes,
    success: ({ message, box: moved }) => ({ title: message, text: customerName(moved) }),
    onDone: () => {
      onClose();
      onSaved(box.id);
    },
  });
  const { value, error, onChange } = form.field('username');
  const { line } = useChosenLine(value);
  return (
    <FormDialog
      form={form}
      title="Mudar a caixa de linha"
      subtitle={<span className="mono">{box.mac}</span>}
      icon={IconArrowsExchange}
      width={470}
      facts={[
        {
          icon: IconDeviceTvOld,
          tone: 'warn',
          text: rich`Ela deixa de abrir a linha de **${customerName(box)}** em até 2 minutos.`,
        },
      ]}
      submitLabel="Mudar de linha"
      onClose={onClose}
    >
      <LineCard username={value} onChange={onChange} error={error} />
    </FormDialog>
  );
}
