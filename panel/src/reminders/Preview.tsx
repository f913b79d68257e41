/** Preview of a reminder with the data of a real customer. */
import { Text } from '@mantine/core';
import { formatDate } from '../foundation/dates.ts';
import type { ReminderSample } from './samples.ts';
import classes from './Preview.module.css';
import { fillText, type Moment } from '@ramal/contract/rules/message';
import {
  type ReminderFacts,
  type ReminderPlaceholder,
  reminderValues,
} from '@ramal/contract/rules/reminders';

export function Preview({ text, sample }: { text: string; sample: ReminderSample }) {
  return (
    <>
      <p className={classes.bubble}>
        {filledParts(text, sample.facts, sample.moment).map((part, place) =>
          part.isFilled ? (
            // The index is the only key of a part.
            // oxlint-disable-next-line no-array-index-key
            <b key={place}>{part.text}</b>
          ) : (
            part.text
          ),
        )}
      </p>
      <Text mt="md" c="var(--ink-2)" fz="note">
        {sample.isInvented
          ? 'Um cliente de exemplo.'
          : `Linha ${sample.username}, vence ${formatDate(sample.facts.expiresAt)}.`}
      </Text>
    </>
  );
}

/** Part of the previewed reminder: either typed text, or a value that replaced a placeholder. */
interface TextPart {
  readonly text: string;
  readonly isFilled: boolean;
}

// Characters that mark the start and the end of an inserted value. They are private-use characters,
// so no user can type them.
const [BEGIN, END] = ['\uE000', '\uE001'];

function filledParts(text: string, facts: ReminderFacts, moment: Moment): TextPart[] {
  const values = Object.entries(reminderValues(facts, moment)).map(([name, value]) => [
    name,
    value === '' ? '' : BEGIN + value + END,
  ]);
  const filled = fillText(
    text,
    Object.fromEntries(values) as Readonly<Record<ReminderPlaceholder, string>>,
  );
  return filled
    .split(/(\uE000[^\uE001]*\uE001)/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith(BEGIN)
        ? { text: part.slice(1, -1), isFilled: true }
        : { text: part, isFilled: false },
    );
}
