/** A reminder as it arrives, told apart: what its author wrote and what was put in. */
import { fillText, type Moment } from '@ramal/contract/rules/message';
import {
  type ReminderFacts,
  type ReminderPlaceholder,
  reminderValues,
} from '@ramal/contract/rules/reminders';

export interface TextPart {
  readonly text: string;
  /** Put in the place of a name. */
  readonly isFilled: boolean;
}

// Characters that no keyboard has, so they only mark the inserted values.
const [BEGIN, END] = ['\uE000', '\uE001'];

export function filledParts(text: string, facts: ReminderFacts, moment: Moment): TextPart[] {
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
