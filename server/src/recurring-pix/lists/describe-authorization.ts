/** Describes an authorization for the lists of its seller. */
import type { AuthorizationRow } from '@ramal/contract/payments/authorizations';
import { customerName } from '@ramal/contract/rules/customer-name';
import { fromHundredths } from '@ramal/contract/rules/money';
import { refusalTexts, SENT_DAYS_BEFORE } from '@ramal/contract/rules/payments/recurring-pix';
import { addDays, unixSeconds } from '../../foundation/clock.ts';
import { toRefusalReason } from '../../payments/payments.ts';
import type { AuthorizationFacts } from './authorization-rows.sql.ts';
import { listRetryDays } from '../retry-cycle.ts';

const seconds = (at: Date | null): number | null => at && unixSeconds(at);

export function toAuthorizationRow(facts: AuthorizationFacts, now: Date): AuthorizationRow {
  const isEnded = facts.status === 'ended';
  return {
    id: facts.id,
    lineId: facts.lineId,
    platform: facts.platform,
    username: facts.username,
    name: customerName(facts).name,
    whatsapp: facts.whatsapp,
    cpf: facts.cpfMask,
    status: facts.status,
    value: fromHundredths(facts.cents),
    expiresTimestamp: unixSeconds(facts.expiresAt),
    authorizedTimestamp: seconds(facts.authorizedAt),
    codeUntilTimestamp: facts.status === 'waiting' ? unixSeconds(facts.codeExpiresAt) : null,
    next: facts.status === 'active' ? nextOf(facts) : null,
    refusal: facts.status === 'refused' ? refusalOf(facts, now) : null,
    endedTimestamp: isEnded ? seconds(facts.endedAt) : null,
    endedBy: isEnded ? facts.endReason : null,
  };
}

function nextOf({ triedOn, cycleState, nextDueOn }: AuthorizationFacts): AuthorizationRow['next'] {
  const day = triedOn ?? nextDueOn;
  if (day === null) return null;
  const state = cycleState === 'sent' || cycleState === 'scheduled' ? cycleState : 'planned';
  return { dueOn: day, state, sendsOn: addDays(day, -SENT_DAYS_BEFORE) };
}

function refusalOf(facts: AuthorizationFacts, now: Date): AuthorizationRow['refusal'] {
  const { dueOn, triedOn, refusalCode, cycleState } = facts;
  if (dueOn === null || triedOn === null || cycleState === null) return null;
  const reason = toRefusalReason(refusalCode ?? '');
  const cycle = { dueOn, triedOn, refusalCode, state: cycleState };
  const [retryOn] = listRetryDays(cycle, facts, now);
  return { reason, text: refusalTexts[reason].seller, on: triedOn, retryOn: retryOn ?? null };
}
