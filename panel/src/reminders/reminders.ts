import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getReminders } from '@ramal/contract/reminders/reminders';

export type RemindersAnswer = ResponseOf<typeof getReminders>;
export type ThresholdAnswer = RemindersAnswer['thresholds'][number];
export type ChannelAnswer = RemindersAnswer['channels'][number];

/** What shows the chosen threshold, on either width. */
export interface ChosenProps {
  readonly threshold: ThresholdAnswer;
  readonly reminders: RemindersAnswer;
  readonly onRemoved: () => void;
  readonly onHours: () => void;
}
