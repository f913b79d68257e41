/** Form for the schedule of a group: the day after the expiry, the hour and the days of the week. */
import { winBackRange } from '@ramal/contract/win-back/win-back-rules';
import { getWinBack, saveWinBackGroup } from '@ramal/contract/win-back/win-back';
import { typedWhole } from '../../foundation/amounts.ts';
import { timeText } from '../../reminders/time-text.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TimeField } from '../../ui/form/fields/TimeField.tsx';
import { Tile, Tiles } from '../../ui/form/fields/Tiles.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { type GroupAnswer, weekdayWords } from '../win-back-words.ts';

interface GroupDialogProps {
  readonly group: GroupAnswer;
  readonly onClose: () => void;
}

export function ScheduleDialog({ group, onClose }: GroupDialogProps) {
  const { from, lastSendDay, isTrial } = winBackRange(group.group);
  const form = useForm(saveWinBackGroup, {
    initial: {
      sendDay: String(group.sendDay),
      sendAt: timeText(group.sendAt),
      weekdays: group.weekdays,
    },
    send: (values) => ({ body: { group: group.group, ...values } }),
    validate: ({ weekdays }): Record<string, string> =>
      weekdays.length === 0 ? { weekdays: 'Escolha pelo menos um dia da semana.' } : {},
    refresh: [getWinBack],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  const { weekdays } = form.values;
  const toggle = (day: number) =>
    form.change({
      weekdays: weekdays.includes(day)
        ? weekdays.filter((chosen) => chosen !== day)
        : [...weekdays, day],
    });
  return (
    <FormDialog
      form={form}
      title="Quando sai"
      subtitle={`Dias contados ${isTrial ? 'do fim do teste' : 'do vencimento'}. Quem já passou deste dia recebe na próxima saída.`}
      onClose={onClose}
    >
      <FieldRow>
        <TextField
          label="Dia"
          hint={`De ${from} a ${lastSendDay}`}
          inputMode="numeric"
          {...form.field('sendDay', typedWhole)}
        />
        <TimeField label="Hora" {...form.field('sendAt')} />
      </FieldRow>
      <Tiles role="group" aria-label="Dias da semana" data-words>
        {weekdayWords.map((word, index) => (
          <Tile key={word}>
            <input
              type="checkbox"
              data-covers
              checked={weekdays.includes(index + 1)}
              onChange={() => toggle(index + 1)}
            />
            <b>{word}</b>
          </Tile>
        ))}
      </Tiles>
      {form.errors.weekdays && <p role="alert">{form.errors.weekdays}</p>}
    </FormDialog>
  );
}
