import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getReminders } from '@ramal/contract/reminders/reminders';

export type RemindersAnswer = ResponseOf<typeof getReminders>;
export type ThresholdAnswer = RemindersAnswer['thresholds'][number];
export type ChannelAnswer = RemindersAnswer['channels'][number];

/** Props of the components that show the selected threshold, on phone and desktop. */
export interface ChosenThresholdProps {
  readonly threshold: ThresholdAnswer;
  readonly reminders: RemindersAnswer;
  readonly onRemoved: () => void;
  readonly onHours: () => void;
}
