/** A threshold: its text, its switch, and its sending time. */
import { Button, Group, Switch } from '@mantine/core';
import {
  getReminders,
  listReminderSamples,
  removeReminderThreshold,
  saveReminderThreshold,
} from '@ramal/contract/reminders/reminders';
import {
  thresholdKey,
  thresholdLabel,
  MAX_REMINDER_LENGTH,
  reminderPlaceholders,
} from '@ramal/contract/rules/reminders';
import { IconTrash } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { type Form, useForm } from '../ui/form/use-form.ts';
import { SaveButton } from '../ui/form/SaveButton.tsx';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../ui/toasts.tsx';
import { PlaceholderArea } from '../ui/form/fields/PlaceholderArea.tsx';
import type { ChosenThresholdProps, ThresholdAnswer } from './reminders.ts';
import { timeText } from './time-text.ts';
import classes from './ThresholdCard.module.css';

/** Form of a threshold. The preview next to the form uses the same typed text. */
export function useThresholdForm(threshold: ThresholdAnswer, onDone?: () => void) {
  return useForm(saveReminderThreshold, {
    draft: `reminder-${thresholdKey(threshold)}`,
    initial: { text: threshold.text },
    send: ({ text }) => ({ body: { threshold: thresholdKey(threshold), text } }),
    refresh: [getReminders, listReminderSamples],
    success: ({ message }) => ({ title: message, text: thresholdLabel(threshold) }),
    onDone: () => onDone?.(),
  });
}

type ThresholdForm = Form<{ text: string }>;

interface ThresholdCardProps extends ChosenThresholdProps {
  readonly form: ThresholdForm;
}

export function ThresholdCard(props: ThresholdCardProps) {
  const { threshold, form, reminders, onHours } = props;
  const remove = useRemove(threshold, props.onRemoved);
  return (
    <InlineForm form={form} gap="xl" h="100%">
      <PlaceholderArea
        label="Texto"
        aside={whenText(threshold)}
        placeholders={reminderPlaceholders}
        maxLength={MAX_REMINDER_LENGTH}
        value={form.values.text}
        error={form.errors.text}
        onChange={(text) => form.change({ text })}
      />
      <Group gap="var(--space-sm) var(--space-2xl)" c="var(--ink-2)" fz="note">
        <ThresholdSwitch threshold={threshold} reminders={reminders} />
        <button type="button" className={classes.hours} onClick={onHours}>
          Silêncio das {timeText(reminders.quietFrom)} às {timeText(reminders.quietUntil)}
        </button>
        {reminders.stopped > 0 && (
          <span className={classes.stopped}>
            {pluralize(reminders.stopped, 'cliente pediu', 'clientes pediram')} para não receber
          </span>
        )}
      </Group>
      <Group gap="md" mt="auto">
        <SaveButton form={form}>Salvar texto</SaveButton>
        <Button
          size="md"
          variant="subtle"
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          onClick={remove}
        >
          Remover este aviso
        </Button>
      </Group>
    </InlineForm>
  );
}

const whenText = (threshold: ThresholdAnswer): string =>
  threshold.kind === 'renewed'
    ? 'logo depois da renovação'
    : threshold.days === 0
      ? 'no dia do vencimento'
      : `${thresholdLabel(threshold)} do vencimento`;

/** Switch of a threshold. It changes its state only after the server has saved the change. */
export function ThresholdSwitch({
  threshold,
  reminders,
}: Pick<ThresholdCardProps, 'threshold' | 'reminders'>) {
  const save = useAction(saveReminderThreshold, { refresh: [getReminders] });
  const showFailure = useFailureAlert();
  const change = (isOn: boolean) =>
    save
      .mutateAsync({ body: { threshold: thresholdKey(threshold), isOn: isOn } })
      .catch((failure: unknown) => void showFailure(failure));
  const isAutomatic = reminders.channels.some(({ channel, isOn }) => isOn && channel !== 'hand');
  return (
    <Switch
      className={classes.switch}
      checked={threshold.isOn}
      disabled={save.isPending}
      label={onText(threshold, isAutomatic, timeText(reminders.sendAt))}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  );
}

function onText({ isOn, kind }: ThresholdAnswer, isAutomatic: boolean, sendAt: string): string {
  if (!isOn) return 'Desligado';
  if (!isAutomatic) return kind === 'renewed' ? 'Ligado' : 'Ligado: você envia';
  return kind === 'renewed' ? 'Ligado: sai em minutos' : `Ligado: sai às ${sendAt}`;
}

function useRemove(threshold: ThresholdAnswer, onRemoved: () => void): () => void {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useAction(removeReminderThreshold, { refresh: [getReminders] });
  return () =>
    void confirm({
      title: `Remover o aviso «${thresholdLabel(threshold)}»?`,
      icon: IconTrash,
      tone: 'danger',
      facts: [
        { icon: IconTrash, text: 'O texto dele se perde. O que já saiu continua no histórico.' },
      ],
      hint: 'Só quer pausar? Desligue o aviso.',
      confirmLabel: 'Sim, remover',
      onConfirm: async () => {
        const { message } = await remove.mutateAsync({
          query: { threshold: thresholdKey(threshold) },
        });
        onRemoved();
        toast({ title: message });
      },
    });
}
