import type { Hostname } from '@ramal/contract/operations/hostnames';
import { isRecordProblem, RecordMark, recordProblemText } from '../balancers/RecordMark.tsx';
import { relativeWord } from '../foundation/dates.ts';
import { HealthMark, type HealthMarkProps } from '../ui/status/HealthMark.tsx';

/**
 * Shows whether a hostname responds, its response time, the start of a failure, and the networks
 * that block it.
 */
export function HostnameMark({ hostname, now }: { hostname: Hostname; now: Date }) {
  const { record } = hostname;
  return isRecordProblem(record) ? (
    <RecordMark record={record} />
  ) : (
    <HealthMark {...markOf(hostname, now)} />
  );
}

/** Text of the mark, which is also the sort value of the list. */
export const hostnameState = (hostname: Hostname, now: Date): string =>
  isRecordProblem(hostname.record)
    ? recordProblemText(hostname.record)
    : markOf(hostname, now).label;

function markOf(hostname: Hostname, now: Date): HealthMarkProps {
  const { status, health, blockedIn, answerMs: ms } = hostname;
  if (status === 0) return { look: 'busy', label: 'Preparando zona' };
  if (health === 'down') return { look: 'bad', label: 'Caiu', note: sinceOf(hostname, now) };
  if (blockedIn.length > 0)
    return {
      look: 'warn',
      label: 'BLOCKED',
      note: blockedIn.join(', '),
      title: `Estas redes levam o nome a outro endereço: ${blockedIn.join(', ')}`,
    };
  if (health === 'flapping')
    return { look: 'warn', label: 'Oscilando', note: sinceOf(hostname, now) };
  return health === 'up'
    ? { look: 'ok', label: 'Ativa', note: ms === null ? undefined : `${ms} ms` }
    : { look: 'open', label: 'Sem verificação' };
}

const sinceOf = ({ downSinceTimestamp: since }: Hostname, now: Date): string | undefined =>
  since === null ? undefined : relativeWord(new Date(since * 1000), now);
