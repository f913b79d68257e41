/** Preview of a reminder with the data of a real customer. */
import { Text } from '@mantine/core';
import { reminderValues } from '@ramal/contract/rules/reminders';
import { formatDate } from '../foundation/dates.ts';
import { FilledText } from '../ui/FilledText.tsx';
import type { ReminderSample } from './samples.ts';

export const Preview = ({ text, sample }: { text: string; sample: ReminderSample }) => (
  <>
    <FilledText text={text} values={reminderValues(sample.facts, sample.moment)} />
    <Text mt="md" c="var(--ink-2)" fz="note">
      {sample.isInvented
        ? 'Um cliente de exemplo.'
        : `Linha ${sample.username}, vence ${formatDate(sample.facts.expiresAt)}.`}
    </Text>
  </>
);
