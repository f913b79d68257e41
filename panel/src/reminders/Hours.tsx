/** Hours in which reminders are sent automatically, and times in which none are sent. */
import {
  getReminders,
  listReminderSamples,
  saveReminderHours,
} from '@ramal/contract/reminders/reminders';
import { FieldRow } from '../ui/form/FormSection.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TimeField } from '../ui/form/fields/TimeField.tsx';
import { useForm } from '../ui/form/use-form.ts';
import type { RemindersAnswer } from './reminders.ts';
import { timeText } from './time-text.ts';

export function Hours({ reminders, onClose }: { reminders: RemindersAnswer; onClose: () => void }) {
  const form = useForm(saveReminderHours, {
    initial: {
      sendAt: timeText(reminders.sendAt),
      quietFrom: timeText(reminders.quietFrom),
      quietUntil: timeText(reminders.quietUntil),
    },
    send: (body) => ({ body }),
    refresh: [getReminders, listReminderSamples],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Horários"
      subtitle="Valem para o que sai sozinho. «Cobrar agora» envia na hora em que você toca."
      onClose={onClose}
    >
      <TimeField label="Sai às" {...form.field('sendAt')} />
      <FieldRow>
        <TimeField label="Silêncio das" {...form.field('quietFrom')} />
        <TimeField
          label="até as"
          hint="Horas iguais: sem silêncio."
          {...form.field('quietUntil')}
        />
      </FieldRow>
    </FormDialog>
  );
}
