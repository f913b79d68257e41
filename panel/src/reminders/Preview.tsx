/** How a reminder arrives, on a real customer. */
import { Text } from '@mantine/core';
import { formatDate } from '../foundation/dates.ts';
import { filledParts } from './filled-text.ts';
import type { ReminderSample } from './samples.ts';
import classes from './Preview.module.css';

export function Preview({ text, sample }: { text: string; sample: ReminderSample }) {
  return (
    <>
      <p className={classes.bubble}>
        {filledParts(text, sample.facts, sample.moment).map((part, place) =>
          part.isFilled ? (
            // Parts have no name of their own, and their order is what they are.
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
