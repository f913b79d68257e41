/** Rules by which a stranger gets a test, gets the same line again, or is refused. */
import { TRIAL_DAYS } from '@ramal/contract/lines/trial-history';
import type { TrialRefusal } from '@ramal/contract/offers';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays, localDay, startOfDay } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { afterQuiet } from '../foundation/quiet-hours.ts';
import { readLastTrials } from '../lines/lines.ts';
import type { SelfServiceSettings } from './self-service.ts';
import {
  readTrialUsage,
  toSignature,
  type TrialRequest,
  type TrialUsage,
} from './trial-requests.sql.ts';

export interface RefusedTrial {
  readonly refused: TrialRefusal;
  /** Earliest time at which the same request can succeed, if the rule has one. */
  readonly nextFreeAt?: Date;
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
  const usage = await readTrialUsage(ctx, reader, request);
  const { repeatedLineId } = usage;
  if (repeatedLineId !== null) throw new NoNewLine({ repeatedLineId });
  const refused =
    (await findEarlierTrial(ctx, reader, request, usage)) ??
    findClosed(ctx, settings, usage, request);
  if (refused) throw new NoNewLine(refused);
}

async function findEarlierTrial(
  ctx: AppContext,
  reader: Reader,
  { phone, deviceSignature }: TrialRequest,
  { takenAt }: TrialUsage,
): Promise<RefusedTrial | undefined> {
  const { byNumber, byDevice } = await readLastTrials(ctx, reader, {
    whatsapp: phone,
    device: deviceSignature === undefined ? undefined : toSignature(deviceSignature),
  });
  const free = (last: Date) => new Date(last.getTime() + TRIAL_DAYS * DAY_MS);
  const last = byNumber ?? takenAt;
  if (last) return { refused: 'number', nextFreeAt: free(last) };
  return byDevice ? { refused: 'device', nextFreeAt: free(byDevice) } : undefined;
}

function findClosed(
  ctx: AppContext,
  settings: SelfServiceSettings,
  { today, addressToday }: TrialUsage,
  { address }: TrialRequest,
): RefusedTrial | undefined {
  const now = ctx.clock.now();
  const opening = nextOpening(ctx, settings, now);
  if (opening > now) return { refused: 'hours', nextFreeAt: opening };
  if (today >= settings.testsADay)
    return { refused: 'cap', nextFreeAt: tomorrowsOpening(ctx, settings) };
  if (address && addressToday >= address.testsADay)
    return { refused: 'address-cap', nextFreeAt: tomorrowsOpening(ctx, settings) };
  return undefined;
}

type Hours = Pick<SelfServiceSettings, 'opensAt' | 'closesAt'>;

/** Returns this moment, or the next opening if tests are closed at it. */
export const nextOpening = (
  { clock }: Pick<AppContext, 'clock'>,
  { opensAt, closesAt }: Hours,
  at: Date,
): Date => afterQuiet(at, { quietFrom: closesAt, quietUntil: opensAt }, clock.timeZone);

/** Returns the first moment of tomorrow at which tests are open. */
export function tomorrowsOpening(ctx: Pick<AppContext, 'clock'>, hours: Hours): Date {
  const { timeZone } = ctx.clock;
  const day = addDays(localDay(ctx.clock.now(), timeZone), 1);
  return nextOpening(ctx, hours, startOfDay(day, timeZone));
}
