/** Compares the people who received a message with the control group (Q-WINBACKGAIN). */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  MIN_CONTROL_PEOPLE,
  type WinBackGroupKey,
  winBackGroupKeys,
} from '@ramal/contract/win-back/win-back-rules';
import type { getWinBackResults as declaration } from '@ramal/contract/win-back/results';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { differenceInterval } from './difference-interval.ts';
import { resultsSince, selectOutcomes } from './messages.sql.ts';

interface OutcomeCount {
  readonly groupKey: WinBackGroupKey;
  readonly arm: 'message' | 'control';
  readonly people: number;
  readonly returned: number;
  readonly cents: number;
  readonly discount: number;
}

type GroupResult = HandlerResult<typeof declaration>['groups'][number];

export async function readResults(
  { db, clock }: AppContext,
  { actor }: Pick<Call<typeof declaration>, 'actor'>,
): Promise<HandlerResult<typeof declaration>> {
  const counts = await db.many<OutcomeCount>(sql`
    select group_key, arm, count(*) as people, count(returned_at) as returned,
      coalesce(sum(cents), 0)::bigint as cents, coalesce(sum(discount), 0)::bigint as discount
    from (${selectOutcomes(actor.id, resultsSince(clock.now()))}) outcomes group by group_key, arm`);
  const groups = winBackGroupKeys.map((group) => compareArms(group, counts));
  const measured = groups.filter(({ gain }) => gain !== null);
  const sum = (amountOf: (group: GroupResult) => number): number =>
    groups.reduce((total, group) => total + amountOf(group), 0);
  return {
    groups,
    received: sum(({ received }) => received),
    returned: sum(({ returned }) => returned),
    gain: measured.length === 0 ? null : sum(({ gain }) => gain ?? 0),
    discountCents: counts
      .filter(({ arm }) => arm === 'message')
      .reduce((total, { discount }) => total + discount, 0),
    recoveredCents: measured.length === 0 ? null : sum(({ recoveredCents }) => recoveredCents ?? 0),
  };
}

function compareArms(group: WinBackGroupKey, counts: readonly OutcomeCount[]): GroupResult {
  const countOf = (arm: OutcomeCount['arm']) =>
    counts.find((row) => row.groupKey === group && row.arm === arm) ?? {
      people: 0,
      returned: 0,
      cents: 0,
    };
  const [message, control] = [countOf('message'), countOf('control')];
  const payer = message.returned > 0 ? message : control;
  const averageCents = payer.returned === 0 ? null : Math.round(payer.cents / payer.returned);
  const gain = gainOf(message, control);
  return {
    group,
    received: message.people,
    returned: message.returned,
    control: control.people,
    controlReturned: control.returned,
    ...gain,
    averageCents,
    recoveredCents: gain.gain === null ? null : gain.gain * (averageCents ?? 0),
  };
}

type ArmCount = Pick<OutcomeCount, 'people' | 'returned'>;

/** Returns the gain with its interval; null if too few people are in the control group. */
function gainOf(
  message: ArmCount,
  control: ArmCount,
): Pick<GroupResult, 'gain' | 'gainLow' | 'gainHigh'> {
  if (control.people < MIN_CONTROL_PEOPLE || message.people === 0)
    return { gain: null, gainLow: null, gainHigh: null };
  const expected = message.people * control.returned;
  const { low, high } = differenceInterval(
    { count: message.returned, total: message.people },
    { count: control.returned, total: control.people },
  );
  return {
    gain: roundPeople((message.returned * control.people - expected) / control.people),
    gainLow: roundPeople(low * message.people),
    gainHigh: roundPeople(high * message.people),
  };
}

/** Rounds halves away from zero, so that a gain and an equal loss have the same size. */
const roundPeople = (people: number): number =>
  Math.sign(people) * Math.round(Math.abs(people)) || 0;
