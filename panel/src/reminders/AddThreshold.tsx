/** «+»: adds a threshold, which starts with the default text. */
import { getReminders, saveReminderThreshold } from '@ramal/contract/reminders/reminders';
import {
  MAX_THRESHOLD_DAYS,
  type Threshold,
  thresholdKey,
  thresholdLabel,
} from '@ramal/contract/rules/reminders';
import { IconBellPlus } from '@tabler/icons-react';
import { typedWhole } from '../foundation/amounts.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { useForm } from '../ui/form/use-form.ts';
import type { ThresholdAnswer } from './reminders.ts';

const sides = [
  { value: 'before', label: 'Antes' },
  { value: 'day', label: 'No dia' },
  { value: 'after', label: 'Depois' },
  { value: 'renewed', label: 'Ao renovar' },
];

interface ThresholdValues {
  readonly side: string;
  readonly days: string;
}

function chosenThreshold({ side, days }: ThresholdValues): Threshold {
  if (side === 'renewed') return { kind: 'renewed', days: 0 };
  if (side === 'day') return { kind: 'due', days: 0 };
  return { kind: 'due', days: side === 'before' ? -Number(days) : Number(days) };
}

interface AddThresholdProps {
  readonly thresholds: readonly ThresholdAnswer[];
  readonly onClose: () => void;
  readonly onAdded: (key: string) => void;
}

export function AddThreshold({ thresholds, onClose, onAdded }: AddThresholdProps) {
  const form = useForm(saveReminderThreshold, {
    initial: { side: 'before', days: '7' },
    send: (chosen: ThresholdValues) => ({
      body: { threshold: thresholdKey(chosenThreshold(chosen)) },
    }),
    wireNames: { days: 'threshold' },
    validate: (chosen: ThresholdValues) => problemOf(chosen, thresholds),
    refresh: [getReminders],
    success: (threshold) => ({ title: 'Aviso acrescentado', text: thresholdLabel(threshold) }),
    onDone: (threshold) => {
      onClose();
      onAdded(thresholdKey(threshold));
    },
  });
  const { side } = form.values;
  return (
    <FormDialog
      form={form}
      icon={IconBellPlus}
      title="Mais um aviso"
      submitLabel="Acrescentar"
      onClose={onClose}
    >
      <Segmented
        wide
        label="Quando"
        value={side}
        options={sides}
        onChange={(value) => form.change({ side: value })}
      />
      {(side === 'before' || side === 'after') && (
        <TextField
          label={side === 'before' ? 'Dias antes do vencimento' : 'Dias depois do vencimento'}
          inputMode="numeric"
          maxLength={2}
          {...form.field('days', typedWhole)}
        />
      )}
      {form.errors.threshold && side !== 'before' && side !== 'after' && (
        <p role="alert">{form.errors.threshold}</p>
      )}
    </FormDialog>
  );
}

function problemOf(
  chosen: ThresholdValues,
  thresholds: readonly ThresholdAnswer[],
): Record<string, string> {
  const threshold = chosenThreshold(chosen);
  const isDayless = chosen.side === 'day' || chosen.side === 'renewed';
  const days = Math.abs(threshold.days);
  if (!isDayless && !(Number.isInteger(days) && days >= 1 && days <= MAX_THRESHOLD_DAYS))
    return { threshold: `De 1 a ${MAX_THRESHOLD_DAYS} dias.` };
  if (thresholds.some((existing) => thresholdKey(existing) === thresholdKey(threshold)))
    return { threshold: `O aviso «${thresholdLabel(threshold)}» já existe.` };
  return {};
}
