/** Rules by which a stranger gets a test, gets the same line again, or is refused. */
import { TRIAL_DAYS } from '@ramal/contract/lines/trial-history';
import { timeOfDay } from '@ramal/contract/api/time-of-day';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { TestRefusal } from '@ramal/contract/storefront/tests';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays, localDay, startOfDay } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { afterQuiet } from '../foundation/time/quiet-hours.ts';
import { type LastTrials, readLastTrials } from '../lines/lines.ts';
import type { SelfServiceSettings } from './self-service.ts';
import {
  readTrialUsage,
  toSignature,
  type TrialRequest,
  type TrialUsage,
} from './trial-requests.sql.ts';

export interface RefusedTrial {
  readonly refused: TestRefusal;
  /** Earliest time at which the same request can succeed, if the rule has one. */
  readonly nextFreeAt?: Date;
  /** Time of the earlier test of this number or device. */
  readonly testedAt?: Date;
  /** Line of the earlier test, if it belongs to the same seller and still exists. */
  readonly formerLineId?: number;
}

/** Ends the transaction of a creation without a new line. */
export class NoNewLine extends Error {
  readonly result: RefusedTrial | { readonly repeatedLineId: number };
  constructor(result: NoNewLine['result']) {
    super('no new line');
    this.result = result;
  }
}

export async function refuseOrRepeat(
  ctx: AppContext,
  reader: Reader,
  request: TrialRequest,
  settings: SelfServiceSettings,
): Promise<void> {
  // The history is read first, so that a test that is taken in between is found as a repetition.
  const history = await readLastTrials(ctx, reader, {
    whatsapp: request.phone,
    device:
      request.deviceSignature === undefined ? undefined : toSignature(request.deviceSignature),
  });
  const usage = await readTrialUsage(ctx, reader, request);
  const { repeatedLineId } = usage;
  if (repeatedLineId !== null) throw new NoNewLine({ repeatedLineId });
  // A closed or full day refuses everybody, so that a refusal says nothing about a number (Q-TESTSECRET).
  const refused = findClosed(ctx, settings, usage, request) ?? findEarlierTrial(history, usage);
  if (refused) throw new NoNewLine(refused);
}

function findEarlierTrial(
  { byNumber, byDevice }: LastTrials,
  { takenAt, formerLineId }: TrialUsage,
): RefusedTrial | undefined {
  const times = (testedAt: Date) => ({
    testedAt,
    nextFreeAt: new Date(testedAt.getTime() + TRIAL_DAYS * DAY_MS),
  });
  const last = byNumber ?? takenAt;
  if (last)
    return {
      refused: 'number',
      ...times(last),
      ...(formerLineId === null ? {} : { formerLineId }),
    };
  return byDevice ? { refused: 'device', ...times(byDevice) } : undefined;
}

function findClosed(
  ctx: AppContext,
  settings: SelfServiceSettings,
  { today, addressToday }: TrialUsage,
  { address }: TrialRequest,
): RefusedTrial | undefined {
  const now = ctx.clock.now();
  const opening = nextOpening(ctx, settings, now);
  if (opening > now) return { refused: 'outside-hours', nextFreeAt: opening };
  const isFull =
    today >= settings.perDay || (address !== undefined && addressToday >= address.perDay);
  return isFull ? { refused: 'day-full', nextFreeAt: tomorrowsOpening(ctx, settings) } : undefined;
}

type Hours = Pick<SelfServiceSettings, 'from' | 'until'>;

/** Returns this moment, or the next opening if tests are closed at it. */
export const nextOpening = (
  { clock }: Pick<AppContext, 'clock'>,
  { from, until }: Hours,
  at: Date,
): Date =>
  afterQuiet(
    at,
    { quietFrom: timeOfDay.decode(until), quietUntil: timeOfDay.decode(from) },
    clock.timeZone,
  );

/** Returns the first moment of tomorrow at which tests are open. */
export function tomorrowsOpening(ctx: Pick<AppContext, 'clock'>, hours: Hours): Date {
  const { timeZone } = ctx.clock;
  const day = addDays(localDay(ctx.clock.now(), timeZone), 1);
  return nextOpening(ctx, hours, startOfDay(day, timeZone));
}
