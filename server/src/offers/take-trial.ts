/**
 * Gives a stranger a test of a seller. Every channel without a person of the seller uses this
 * function. The line is created by the general creation, so limits, functions and events apply as
 * for the seller's own tests. The creation locks the seller's wallet; the same transaction then
 * locks the number and the device, reads the history and decides. A repeated request within a
 * minute gets the same line.
 */
import { sellers } from '@ramal/contract/api/access';
import { Refusal } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor, Caller } from '../foundation/caller.ts';
import { checkAccess } from '../foundation/http/call-access.ts';
import {
  findAccessibleLine,
  insertTrialDeviceCte,
  lineActionRoutes,
  lineReceipt,
  type LineSource,
} from '../lines/lines.ts';
import { actAs } from '../sessions/sessions.ts';
import { toProductChoice } from './offers.sql.ts';
import { recordRefusal } from './record-refusal.ts';
import { readSelfServiceSettings, type SelfServiceSettings } from './self-service.ts';
import {
  insertTakenCte,
  lockStranger,
  toSignature,
  type TrialRequest,
} from './trial-requests.sql.ts';
import { NoNewLine, type RefusedTrial, refuseOrRepeat, tomorrowsOpening } from './trial-rules.ts';

export type TrialReceipt = Awaited<ReturnType<typeof lineReceipt>>;

export type TrialOutcome =
  | { readonly taken: TrialReceipt; readonly isRepeated: boolean }
  | RefusedTrial;

export async function takeTrial(ctx: AppContext, request: TrialRequest): Promise<TrialOutcome> {
  const actor = await actAs(ctx, request.sellerId);
  const outcome = actor ? await decide(ctx, request, actor) : { refused: 'off' as const };
  if ('refused' in outcome) await recordRefusal(ctx, request, outcome.refused);
  return outcome;
}

async function decide(ctx: AppContext, request: TrialRequest, actor: Actor): Promise<TrialOutcome> {
  const caller: Caller = { actor, requestMeta: request.requestMeta, key: undefined };
  const settings = await readSelfServiceSettings(ctx.db, actor.id);
  try {
    // A refusal that needs no lock is decided before the wallet of the seller is locked.
    await refuseOrRepeat(ctx, ctx.db, request, settings);
    return { taken: await createTrial(ctx, request, caller, settings), isRepeated: false };
  } catch (error) {
    if (error instanceof Refusal) return toRefusedTrial(ctx, settings, error);
    if (!(error instanceof NoNewLine)) throw error;
    if ('refused' in error.result) return error.result;
    const lineRef = { id: error.result.repeatedLineId };
    const line = await findAccessibleLine(ctx.db, actor, lineRef, ctx.clock.now());
    return { taken: await lineReceipt(ctx, line, caller), isRepeated: true };
  }
}

function createTrial(
  ctx: AppContext,
  request: TrialRequest,
  caller: Caller,
  settings: SelfServiceSettings,
): Promise<TrialReceipt> {
  const { offer, phone, origin, name = '' } = request;
  const platform = platforms[offer.platform];
  const { flag, grants } = platform;
  checkAccess({ access: { profiles: sellers, flag, grants }, beforeEnrolment: true }, caller.actor);
  const testHours = 'testHours' in offer.sells ? offer.sells.testHours : 0;
  const body = { official: false, credits: undefined, testHours, note: name, whatsapp: phone };
  return lineActionRoutes(ctx, platform).create(
    { ...caller, body },
    {
      username: undefined,
      product: toProductChoice(offer),
      origin,
      source: async (tx, lineId): Promise<LineSource> => {
        await lockStranger(tx, ctx, request);
        await refuseOrRepeat(ctx, tx, request, settings);
        return { ctes: trialCtes(ctx, request, lineId), note: '', eventData: { origin } };
      },
    },
  );
}

const trialCtes = (ctx: AppContext, request: TrialRequest, lineId: number): LineSource['ctes'] => ({
  request: insertTakenCte(ctx, request, lineId),
  ...(request.deviceSignature
    ? { device: insertTrialDeviceCte(ctx, lineId, toSignature(request.deviceSignature)) }
    : {}),
});

/** Converts a refusal of the creation to a reason, because its text is written for sellers. */
const toRefusedTrial = (
  ctx: AppContext,
  settings: SelfServiceSettings,
  { code }: Refusal,
): RefusedTrial =>
  code === 'limit_trials_a_day'
    ? { refused: 'day-full', nextFreeAt: tomorrowsOpening(ctx, settings) }
    : { refused: 'off' };
