/** «Trocar a caixa»: another MAC on the same line and in the same room. */
import { replaceBox } from '@ramal/contract/boxes/boxes';
import { IconBan, IconReplace } from '@tabler/icons-react';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../ui/form/form-errors.ts';
import { useForm } from '../ui/form/use-form.ts';
import { customerName } from './box-words.ts';
import { MacFields, emptyMac, isCompleteMac } from './MacFields.tsx';
import type { BoxDialogProps } from './SendMessage.tsx';
import { callsChangedByBoxes } from './use-box-actions.tsx';

export function ReplaceBox({ box, onClose, onSaved }: BoxDialogProps) {
  const form = useForm(replaceBox, {
    initial: { mac: emptyMac },
    send: ({ mac }) => ({ params: { id: box.id }, body: { mac } }),
    validate: ({ mac }): FieldErrors =>
      isCompleteMac(mac) ? {} : { mac: 'Faltam 1 ou mais caracteres' },
    codeFields: { box_on_own_line: 'mac', box_taken: 'mac', too_many_attempts: 'mac' },
    alertFor: ({ refusal }) =>
      refusal?.code === 'box_on_own_line' || refusal?.code === 'box_taken' ? false : undefined,
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
      title={`Trocar a caixa de ${customerName(box)}`}
      subtitle={<span className="mono">{box.mac}</span>}
      icon={IconReplace}
      width={470}
      facts={[
        { icon: IconBan, tone: 'warn', text: 'A caixa antiga deixa de abrir a linha.' },
        { icon: IconReplace, text: 'A nova fica com a mesma linha e o mesmo cômodo.' },
      ]}
      submitLabel="Trocar a caixa"
      onClose={onClose}
    >
      <MacFields autoFocus {...form.field('mac')} />
    </FormDialog>
  );
}
