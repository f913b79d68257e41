import type { ChannelSource } from '@ramal/contract/catalogue/channel-sources';
import { formatTime } from '../../foundation/dates.ts';
import { agoWord, toDate } from '../times.ts';
import { formatCodecs, formatDelay, formatRate, formatSize } from './source-texts.ts';

/** Returns the lines below a source: its quality, its problem or last failure, and its origin. */
export function describeSource(source: ChannelSource, now: Date): string[] {
  const { bitsPerSecond, firstByteMs, headers, imported } = source;
  const quality = [
    formatSize(source),
    formatCodecs(source),
    bitsPerSecond === null ? '' : formatRate(bitsPerSecond),
    firstByteMs === null ? '' : `começa em ${formatDelay(firstByteMs)}`,
  ].filter((part) => part !== '');
  return [
    ...(quality.length > 0 ? [quality.join(' · ')] : []),
    ...failureLine(source, now),
    ...(headers === '' ? [] : [`com ${headers}`]),
    ...(imported ? ['repetida na lista'] : []),
  ];
}

function failureLine(source: ChannelSource, now: Date): string[] {
  const { state, problem, failure, failedAtTimestamp, heldUntilTimestamp } = source;
  if (state === 'problem') return [problem];
  if (state === 'returning')
    return [
      heldUntilTimestamp === null
        ? `falhou ${agoWord(failedAtTimestamp, now)}: ${failure}; precisa responder mais vezes`
        : `falhou ${agoWord(failedAtTimestamp, now)}: ${failure}; volta depois das ${formatTime(toDate(heldUntilTimestamp))}`,
    ];
  return failedAtTimestamp === null
    ? []
    : [`última falha ${agoWord(failedAtTimestamp, now)}: ${failure}`];
}
