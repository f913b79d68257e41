/** /reminders: the thresholds of reminders, their channels, and the resulting renewals. */
import { Button, Stack, Text } from '@mantine/core';
import {
  getReminders,
  listReminderSamples,
  saveReminderHours,
} from '@ramal/contract/reminders/reminders';
import { thresholdKey, thresholdLabel } from '@ramal/contract/rules/reminders';
import { IconBrandWhatsapp, IconHistory, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { useCall } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { useChosenInRow } from '../ui/layout/use-chosen-in-row.ts';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { defineSearchParams, useSearchParams } from '../ui/list/search-params.ts';
import { SamplePreview } from '../ui/SamplePreview.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { AddThreshold } from './AddThreshold.tsx';
import { ReminderResults } from './ReminderResults.tsx';
import { ChannelOrder } from './ChannelOrder.tsx';
import { PaymentsNotice } from './PaymentsNotice.tsx';
import { PhoneThreshold } from './PhoneThreshold.tsx';
import { Preview } from './Preview.tsx';
import type { ChosenThresholdProps, RemindersAnswer, ThresholdAnswer } from './reminders.ts';
import classes from './Reminders.module.css';
import { useSamples } from './samples.ts';
import { ThresholdCard, useThresholdForm } from './ThresholdCard.tsx';
import { FieldRow } from '../ui/form/FormSection.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TimeField } from '../ui/form/fields/TimeField.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { timeText } from './time-text.ts';

const params = defineSearchParams({ threshold: z.string() });

export const Reminders = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <Rules />
  </RequirePermission>
);

function Rules() {
  return (
    <RevealTogether>
      <Screen />
    </RevealTogether>
  );
}

function Screen() {
  const query = useCall(getReminders, {});
  const isPhone = useIsPhone();
  return (
    <>
      <PageHeader
        title="Lembretes"
        breadcrumb={[{ label: 'Linhas' }, { label: 'Lembretes' }]}
        actions={<Actions toSend={query.data?.toSend ?? 0} />}
      />
      <Loaded query={query} failed="Não deu para carregar os lembretes" waiting={null}>
        {(reminders) => (
          <Stack gap="2xl">
            {isPhone && <ToSend toSend={reminders.toSend} />}
            <Thresholds reminders={reminders} />
            <ChannelOrder reminders={reminders} />
            <ReminderResults />
            {isPhone && (
              <LinkButton size="md" variant="default" to="/reminders/history">
                Histórico
              </LinkButton>
            )}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

const Actions = ({ toSend }: { toSend: number }) => (
  <>
    <LinkButton
      to="/reminders/history"
      variant="default"
      leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
    >
      Histórico
    </LinkButton>
    <LinkButton
      to="/reminders/run"
      variant="whatsapp"
      leftSection={<IconBrandWhatsapp size={16} stroke={1.75} aria-hidden />}
    >
      {toSend === 0 ? 'Cobrar agora' : `Cobrar agora · ${pluralize(toSend, 'cliente', 'clientes')}`}
    </LinkButton>
  </>
);

const ToSend = ({ toSend }: { toSend: number }) => (
  <Panel>
    <Stack gap="2xs">
      <Text component="h2" inherit fz="var(--text-section)">
        {toSend === 0
          ? 'Ninguém para cobrar agora'
          : `${pluralize(toSend, 'cliente', 'clientes')} para cobrar hoje`}
      </Text>
      <Text inherit mb="md" c="var(--ink-2)">
        Um toque por cliente, no seu WhatsApp
      </Text>
      <LinkButton
        to="/reminders/run"
        size="lg"
        variant="whatsapp"
        leftSection={<IconBrandWhatsapp size={20} stroke={1.75} aria-hidden />}
      >
        Cobrar agora
      </LinkButton>
    </Stack>
  </Panel>
);

/**
 * Returns the selected threshold: the one in the address, otherwise the first one with customers
 * today, otherwise the first one.
 */
function chosenOf(
  thresholds: readonly ThresholdAnswer[],
  key: string | undefined,
): ThresholdAnswer | undefined {
  return (
    thresholds.find((candidate) => thresholdKey(candidate) === key) ??
    thresholds.find(({ kind, today }) => kind === 'due' && today > 0) ??
    thresholds[0]
  );
}

function Thresholds({ reminders }: { reminders: RemindersAnswer }) {
  const { values, change } = useSearchParams(params);
  const [dialog, setDialog] = useState<'add' | 'hours'>();
  const isPhone = useIsPhone();
  const chosen = chosenOf(reminders.thresholds, values.threshold);
  const choose = (threshold: string | undefined) => change({ threshold });
  const close = () => setDialog(undefined);
  const row = useChosenInRow<HTMLDivElement>(chosen ? thresholdKey(chosen) : '');
  const Chosen = isPhone ? PhoneThreshold : DesktopThreshold;
  return (
    <>
      <Stack gap="lg" miw={0}>
        <div ref={row} className={classes.tabs}>
          {chosen && (
            <Segmented
              label="Aviso"
              value={thresholdKey(chosen)}
              options={reminders.thresholds.map((option) => ({
                value: thresholdKey(option),
                label: thresholdLabel(option),
                count: option.today,
              }))}
              onChange={choose}
            />
          )}
          <Button
            variant="default"
            className={classes.add}
            aria-label="Mais um aviso"
            onClick={() => setDialog('add')}
          >
            <IconPlus size={17} stroke={1.75} aria-hidden />
          </Button>
        </div>
        {chosen && (
          <Chosen
            key={thresholdKey(chosen)}
            threshold={chosen}
            reminders={reminders}
            onRemoved={() => choose(undefined)}
            onHours={() => setDialog('hours')}
          />
        )}
      </Stack>
      {dialog === 'add' && (
        <AddThreshold thresholds={reminders.thresholds} onClose={close} onAdded={choose} />
      )}
      {dialog === 'hours' && <Hours reminders={reminders} onClose={close} />}
    </>
  );
}

/** The text with a live preview next to it. */
function DesktopThreshold(props: ChosenThresholdProps) {
  const { threshold } = props;
  const form = useThresholdForm(threshold);
  const samples = useSamples(threshold);
  return (
    <div className={classes.pair}>
      <Panel label={thresholdLabel(threshold)} p="2xl">
        <ThresholdCard {...props} form={form} />
      </Panel>
      <SamplePreview samples={samples}>
        {(sample) => (
          <>
            <Preview text={form.values.text} sample={sample} />
            {!props.reminders.takesPayments && <PaymentsNotice />}
          </>
        )}
      </SamplePreview>
    </div>
  );
}

/**
 * Form for the times of reminders: when they are sent automatically, and the quiet hours without
 * reminders.
 */
function Hours({ reminders, onClose }: { reminders: RemindersAnswer; onClose: () => void }) {
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
