/**
 * «Editar Vencimento»: sets an earlier day, at most three days back. Typing is disabled (V-22 to
 * V-24, M-12).
 */
import { errorText } from '@ramal/contract/api/errors';
import { ROLLBACK_DAYS } from '@ramal/contract/rules/terms';
import { formatDate, formatDateTime, formatTime } from '../../foundation/dates.ts';
import { writtenDay } from '../../foundation/typed-day.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { DateField } from '../../ui/form/fields/DateField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { callsChangedByActions } from '../platforms/calls.ts';
import type { LineDialogProps } from './line-dialog.ts';
import { rollBackConfirmation } from './line-confirmations.tsx';

/** Returns yyyy-mm-dd in the panel's time zone, the format of the field and the call (Q-EXPDAY). */
const isoDay = (at: Date): string => formatDate(at).split('/').reverse().join('-');

export function RollBackLine({ platform, context, onClose, onDone }: LineDialogProps) {
  const { line } = context;
  const { rollBack } = platform.actions;
  const current = isoDay(line.expiresAt);
  const first = line.rollbackFrom ?? current;
  const form = useForm(rollBack.declaration, {
    initial: { day: current },
    send: ({ day }) => rollBack.send({ line, day }),
    // Field errors of the server are ignored, because `validate` checks the day.
    readErrors: () => ({}),
    validate: ({ day }) => problemOf(day, first, current),
    alertFor: ({ errors }) =>
      errors.day ? { title: 'Data inválida', text: errors.day } : undefined,
    confirm: ({ day }) =>
      rollBackConfirmation(context, `${writtenDay(day)} ${formatTime(line.expiresAt)}`),
    refresh: callsChangedByActions(platform),
    onDone: (answer) => {
      onClose();
      onDone(rollBack.read(answer), 'Vencimento retrocedido');
    },
  });
  return (
    <FormDialog
      form={form}
      width={480}
      title="Editar Vencimento"
      subtitle={
        <>
          <span className="mono">{line.username}</span> · vence em {formatDateTime(line.expiresAt)}
        </>
      }
      submitLabel="Retroceder vencimento"
      wideSubmit
      onClose={onClose}
    >
      <DateField
        label="Novo vencimento"
        pickOnly
        min={first}
        max={current}
        data-autofocus
        {...form.field('day')}
        hint={`De ${writtenDay(first)} a ${writtenDay(current)}, no máximo ${ROLLBACK_DAYS} dias antes. O horário continua ${formatTime(line.expiresAt)}.`}
      />
    </FormDialog>
  );
}

function problemOf(day: string, first: string, current: string): FieldErrors {
  if (day < first || day > current)
    return { day: errorText('rollback_out_of_range', { date: writtenDay(first) }) };
  if (day === current)
    return { day: errorText('rollback_not_earlier', { date: writtenDay(current) }) };
  return {};
}
