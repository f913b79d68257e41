/**
 * Real customers for the preview of a message. A group without customers has an invented one.
 */
import { customerName } from '@ramal/contract/rules/customer-name';
import { channelLabels, type ReminderChannel } from '@ramal/contract/rules/reminders';
import {
  type WinBackGroupKey,
  winBackRange,
  winBackValues,
} from '@ramal/contract/win-back/win-back-rules';
import { listWinBackSamples } from '@ramal/contract/win-back/win-back';
import { useCall } from '../../foundation/api/query.ts';
import { formatDate } from '../../foundation/dates.ts';
import type { GroupAnswer } from '../win-back-words.ts';

export interface WinBackSample {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  /** Sentence below the preview about the line and its channel. */
  readonly note: string;
}

export function useSamples({ group, coupon }: GroupAnswer): readonly WinBackSample[] {
  const { data } = useCall(listWinBackSamples, { query: { group } }, { keepPrevious: true });
  const link = data?.link ?? '';
  const samples = (data?.lines ?? []).map((line) => ({
    name: customerName(line).name,
    values: winBackValues({ ...line, coupon, link }),
    note: `Linha ${line.username}, ${winBackRange(group).isTrial ? 'teste acabou' : 'venceu'} em ${formatDate(line.expiresAt)}. ${channelNote(line.channel)}`,
  }));
  return samples.length > 0 ? samples : [inventedSample(group, coupon)];
}

const channelNote = (channel: ReminderChannel | null): string =>
  channel === null
    ? 'Nenhum canal serve.'
    : `Sai por ${channelLabels[channel]}, o primeiro canal que serve.`;

const inventedSample = (group: WinBackGroupKey, coupon: GroupAnswer['coupon']): WinBackSample => ({
  name: 'Rogério Lima',
  values: winBackValues({
    username: '84920175',
    note: 'Rogério Lima',
    days: winBackRange(group).from,
    priceCents: 3_500,
    coupon,
    link: '',
  }),
  note: 'Um cliente de exemplo.',
});
