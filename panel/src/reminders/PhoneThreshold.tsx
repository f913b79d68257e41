/** Threshold on a phone. Shows the preview of the reminder; the text is edited in a sheet. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { useState } from 'react';
import { Preview } from './Preview.tsx';
import { PaymentsNotice } from './PaymentsNotice.tsx';
import type { ChosenThresholdProps } from './reminders.ts';
import { useSamples } from './samples.ts';
import { ThresholdSwitch, ThresholdCard, useThresholdForm } from './ThresholdCard.tsx';

export function PhoneThreshold(props: ChosenThresholdProps) {
  const { threshold, reminders } = props;
  const [isEditing, setEditing] = useState(false);
  const form = useThresholdForm(threshold, () => setEditing(false));
  const sample = useSamples(threshold)[0]!;
  return (
    <Panel label="Como chega">
      <Stack gap="lg">
        <Group component="header" gap="lg" justify="space-between" wrap="nowrap">
          <Text inherit c="var(--ink-2)">
            Como chega a{' '}
            <Text component="b" inherit c="var(--ink)" fw={500}>
              {sample.name}
            </Text>
          </Text>
          <Button variant="link" flex="none" p={0} onClick={() => setEditing(true)}>
            Editar texto
          </Button>
        </Group>
        <Preview text={form.values.text} sample={sample} />
        <ThresholdSwitch threshold={threshold} reminders={reminders} />
      </Stack>
      {isEditing && (
        <Dialog title="Editar texto" onClose={() => setEditing(false)}>
          <ThresholdCard {...props} form={form} />
          {!reminders.takesPayments && <PaymentsNotice />}
        </Dialog>
      )}
    </Panel>
  );
}
