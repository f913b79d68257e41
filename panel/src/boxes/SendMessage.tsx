/** «Mensagem»: a text on the television of the customer. A box that is off shows it later. */
import { Switch } from '@mantine/core';
import type { Box } from '@ramal/contract/boxes/boxes';
import { sendBoxMessage } from '@ramal/contract/boxes/box-orders';
import { IconClock, IconMail } from '@tabler/icons-react';
import { TextAreaField } from '../ui/form/fields/TextAreaField.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../ui/form/form-errors.ts';
import { useForm } from '../ui/form/use-form.ts';
import type { ListDialogProps } from '../ui/list/ListDialogs.tsx';
import { customerName, isRunning } from './box-words.ts';
import { callsChangedByBoxes } from './use-box-actions.tsx';

export const MAX_MESSAGE_LENGTH = 240;
const HIDE_AFTER_S = 30;

export interface BoxDialogProps extends ListDialogProps {
  readonly box: Box;
}

export function SendMessage({ box, onClose, onSaved }: BoxDialogProps) {
  const form = useForm(sendBoxMessage, {
    draft: `box-message-${box.id}`,
    initial: { text: '', needsOk: true, hides: false },
    send: ({ text, needsOk, hides }) => ({
      params: { id: box.id },
      body: { text, needsOk, ...(hides ? { hideAfterSeconds: HIDE_AFTER_S } : {}) },
    }),
    validate: ({ text }): FieldErrors => (text.trim() ? {} : { text: 'Escreva a mensagem.' }),
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
      title={`Mensagem para ${customerName(box)}`}
      subtitle={<span className="mono">{box.mac}</span>}
      icon={IconMail}
      width={470}
      facts={[
        {
          icon: IconClock,
          text: isRunning(box)
            ? 'Aparece na TV em até 2 minutos.'
            : 'A caixa está desligada: a mensagem espera ela ligar.',
        },
      ]}
      submitLabel="Enviar"
      onClose={onClose}
    >
      <TextAreaField
        label="Texto"
        name="text"
        data-autofocus
        aside={`${form.values.text.length} de ${MAX_MESSAGE_LENGTH}`}
        maxLength={MAX_MESSAGE_LENGTH}
        rows={4}
        {...form.field('text')}
      />
      <Switch label="Pedir OK na TV" {...form.toggle('needsOk')} />
      <Switch label="Some sozinha em 30 s" {...form.toggle('hides')} />
    </FormDialog>
  );
}
