/**
 * Real customers for the preview of a reminder. If the account has no customers, an invented one is
 * used.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listReminderSamples } from '@ramal/contract/reminders/reminders';
import { customerName } from '@ramal/contract/rules/customer-name';
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import type { Moment } from '@ramal/contract/rules/message';
import { type ReminderFacts, type Threshold, thresholdKey } from '@ramal/contract/rules/reminders';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { formatTime, panelTimeZone } from '../foundation/dates.ts';

type Sample = ResponseOf<typeof listReminderSamples>['lines'][number];

export interface ReminderSample {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly isInvented: boolean;
  readonly facts: ReminderFacts;
  readonly moment: Moment;
}

export function useSamples(threshold: Threshold): readonly ReminderSample[] {
  const [invented] = useState<Sample>(() => ({
    id: 0,
    platform: 'iptv',
    username: '84920175',
    note: 'Dona Célia',
    expiresAt: new Date(Date.now() + 3 * DAY_MS),
    priceCents: 3_500,
  }));
  const { data } = useCall(
    listReminderSamples,
    { query: { threshold: thresholdKey(threshold) } },
    { keepPrevious: true },
  );
  const lines = data?.lines.length ? data.lines : [invented];
  return lines.map((line) => ({
    id: line.id,
    name: customerName(line).name,
    username: line.username,
    isInvented: line.id === 0,
    ...seenAt(line, threshold, data?.sendAt ?? 600, {
      link: data?.link ?? '',
      pix: data?.pix ?? '',
    }),
  }));
}

type Payable = Pick<ReminderFacts, 'link'> & { readonly pix: string };

/**
 * Calculates the preview for the sending time on the day on which the threshold sends the reminder.
 */
function seenAt(line: Sample, { kind, days }: Threshold, sendAt: number, payable: Payable) {
  const expiresAt =
    kind === 'renewed' ? new Date(line.expiresAt.getTime() + 30 * DAY_MS) : line.expiresAt;
  const [hours = 0, minutes = 0] = formatTime(expiresAt).split(':').map(Number);
  const toHour = (sendAt - hours * 60 - minutes) * MINUTE_MS;
  const now =
    kind === 'renewed' ? new Date() : new Date(expiresAt.getTime() + days * DAY_MS + toHour);
  return {
    facts: { ...line, expiresAt, ...payable },
    moment: { now, timeZone: panelTimeZone },
  };
}
