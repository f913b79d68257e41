/** Who is signed in, what they may do and how much they hold: what the panel hides and shows by. */
import { flags } from '@ramal/contract/access';
import type { Answered } from '@ramal/contract/endpoint';
import type { getProfile as declaration } from '@ramal/contract/sessions';
import { onWire, readBalance } from '../credits/credits.ts';
import type { Actor } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { readOpenPlatforms } from '../limits/limits.ts';
import { readDemand } from '../second-factors/second-factors.ts';

export async function getProfile(
  house: House,
  actor: Actor,
): Promise<Answered<typeof declaration>> {
  const { requiredFrom, replacementPending } = await readDemand(house, actor.id);
  return {
    id: actor.id,
    username: actor.username,
    profile: actor.profile,
    is_master: actor.isMaster || actor.profile === 'admin',
    second_factor: {
      enrolled: actor.hasSecondFactor,
      required_from: requiredFrom,
      must_enrol: actor.mustEnrol,
      replacement_pending: replacementPending,
    },
    id_franchise: actor.idFranchise,
    grants: [...actor.grants],
    flags: flagStates(actor),
    platforms: await readOpenPlatforms(house.db, actor),
    credits: onWire(await readBalance(house.db, actor.id)),
    time_zone: house.clock.timeZone,
  };
}

type FlagStates = Answered<typeof declaration>['flags'];

const flagStates = (actor: Actor): FlagStates =>
  Object.fromEntries(flags.map((flag) => [flag, actor.flags.has(flag)])) as FlagStates;
