/** «Mudar o cômodo»: the seller's note about where a box is. */
import { editBox } from '@ramal/contract/boxes/boxes';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { customerName } from './box-words.ts';
import type { BoxDialogProps } from './SendMessage.tsx';
import { callsChangedByBoxes } from './use-box-actions.tsx';

export function EditRoom({ box, onClose, onSaved }: BoxDialogProps) {
  const form = useForm(editBox, {
    initial: { room: box.room },
    send: ({ room }) => ({ params: { id: box.id }, body: { room } }),
    refresh: callsChangedByBoxes,
    success: ({ message }) => ({ title: message, text: customerName(box) }),
    onDone: () => {
      onClose();
      onSaved(box.id);
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Cômodo da caixa de ${customerName(box)}`}
      subtitle={<span className="mono">{box.mac}</span>}
      width={470}
      onClose={onClose}
    >
      <TextField
        label="Cômodo"
        name="room"
        optional
        data-autofocus
        maxLength={60}
        placeholder="Sala, quarto, recepção"
        {...form.field('room')}
      />
    </FormDialog>
  );
}
