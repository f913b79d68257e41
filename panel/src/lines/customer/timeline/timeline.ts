/** Merges the history of a line with its viewings into one list, newest first. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getLineHistory } from '@ramal/contract/lines/lines';
import type { listLineViewings } from '@ramal/contract/watching';
import {
  IconCalendarPlus,
  IconEdit,
  IconHistory,
  type Icon,
  IconMessageCheck,
  IconMessageDollar,
  IconPlayerPlay,
  IconReceipt,
  IconUserPlus,
} from '@tabler/icons-react';
import { formatDayMonth } from '../../../foundation/dates.ts';
import { creditsInWords, formatMoney } from '../../../foundation/numbers.ts';
import { appName } from '../playing/app-name.ts';

type HistoryEntry = ResponseOf<typeof getLineHistory>['data'][number];
type Viewing = ResponseOf<typeof listLineViewings>[number];

export interface TimelineEntry {
  readonly key: string;
  readonly at: Date;
  readonly icon: Icon;
  readonly look?: 'accent' | 'ok';
  readonly text: string;
  /** Cost or amount at the right. */
  readonly amount?: string | undefined;
}

/** Number of entries before «Ver tudo». */
export const TIMELINE_LENGTH = 6;

export function mergeTimeline(
  history: readonly HistoryEntry[],
  viewings: readonly Viewing[],
): TimelineEntry[] {
  return [...history.map(fromHistory), ...viewings.map(fromViewing)]
    .toSorted((left, right) => right.at.getTime() - left.at.getTime())
    .slice(0, TIMELINE_LENGTH);
}

const fromViewing = (viewing: Viewing): TimelineEntry => ({
  key: `viewing-${viewing.id}`,
  at: new Date(viewing.startedAtTimestamp * 1000),
  icon: IconPlayerPlay,
  text: `Ligou ${appName(viewing.userAgent)}`,
});

const paymentKinds = new Set(['line-paid', 'recharge-paid']);
const renewalKinds = new Set(['line-extended', 'line-promoted']);

function fromHistory(entry: HistoryEntry): TimelineEntry {
  const shared = {
    key: `event-${entry.id}`,
    at: new Date(entry.timestamp * 1000),
    amount: amountOf(entry),
  };
  const { kind, title, actor } = entry;
  if (renewalKinds.has(kind))
    return { ...shared, icon: IconCalendarPlus, look: 'accent', text: renewalText(entry) };
  if (paymentKinds.has(kind))
    return {
      ...shared,
      icon: IconReceipt,
      look: 'ok',
      text: kind === 'recharge-paid' ? 'Pagou pelo portal' : 'Pagou',
    };
  if (kind === 'line-charged')
    return { ...shared, icon: IconMessageDollar, text: 'Cobrada no WhatsApp' };
  if (kind === 'line-informed') return { ...shared, icon: IconMessageCheck, text: title };
  if (kind === 'line-created')
    return { ...shared, icon: IconUserPlus, text: `Criada por ${actor}` };
  return { ...shared, icon: kind === 'line-edited' ? IconEdit : IconHistory, text: title };
}

const renewalText = ({ kind, expiresTimestamp }: HistoryEntry): string => {
  const verb = kind === 'line-promoted' ? 'Ativada' : 'Renovada';
  return expiresTimestamp === null
    ? verb
    : `${verb} até ${formatDayMonth(new Date(expiresTimestamp * 1000))}`;
};

const amountOf = ({ kind, cents, charged }: HistoryEntry): string | undefined => {
  if (cents !== null && paymentKinds.has(kind)) return formatMoney(cents / 100);
  return charged > 0 ? creditsInWords(charged) : undefined;
};
