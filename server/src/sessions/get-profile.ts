/**
 * Returns the signed-in account with its permissions and balance. The panel shows or hides screens
 * by these.
 */
import { flags } from '@ramal/contract/api/access';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { Quarantine, getProfile as declaration } from '@ramal/contract/sessions';
import { readBalance, readIssuableWithoutCode, toCredits } from '../credits/credits.ts';
import type { Actor } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { readOpenPlatforms } from '../limits/limits.ts';
import { readQuarantine } from '../quarantine/quarantine.ts';
import { readSecondFactorRequirement } from '../second-factors/second-factors.ts';
import { readUndoChoices } from '../undo/undo.ts';

export async function getProfile(
  ctx: AppContext,
  actor: Actor,
): Promise<ResponseOf<typeof declaration>> {
  const { requiredFrom, replacementPending } = await readSecondFactorRequirement(ctx, actor.id);
  return {
    id: actor.id,
    username: actor.username,
    profile: actor.profile,
    isMaster: actor.isMaster || actor.profile === 'admin',
    secondFactor: {
      enrolled: actor.hasSecondFactor,
      requiredFrom,
      mustEnrol: actor.mustEnrol,
      replacementPending,
    },
    idFranchise: actor.idFranchise,
    grants: [...actor.grants],
    flags: flagStates(actor),
    platforms: await readOpenPlatforms(ctx.db, actor),
    credits: toCredits(await readBalance(ctx.db, actor.id)),
    creditsWithoutCode: toCredits((await readIssuableWithoutCode(ctx.db, ctx, actor)) ?? null),
    timeZone: ctx.clock.timeZone,
    country: ctx.config.country,
    quarantine: await quarantineOf(ctx),
    ticketsMenu: actor.profile === 'admin' || ctx.config.ticketsInMenu,
    undoActs: await readUndoChoices(ctx.db, actor.id),
  };
}

async function quarantineOf({ db, clock }: AppContext): Promise<Quarantine | null> {
  const held = await readQuarantine(db);
  if (!held) return null;
  return {
    restoredAt: formatDateTime(held.restoredAt, clock.timeZone),
    dataOf: formatDateTime(held.madeAt, clock.timeZone),
  };
}

type FlagStates = ResponseOf<typeof declaration>['flags'];

const flagStates = (actor: Actor): FlagStates =>
  Object.fromEntries(flags.map((flag) => [flag, actor.flags.has(flag)])) as FlagStates;
