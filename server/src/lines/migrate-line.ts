/**
 * Moves a line to another platform in one transaction. It stays the one row it is: its history, entries
 * and id go on, it counts once in limits and lists, and there is no old line beside it that could be
 * brought back with the same time. Time left, owner, note, WhatsApp, trust, roll-back, on or off and the
 * test mark stay; user name, password and short address are new, so that nothing handed out before
 * opens anything again; the plan is chosen as the target sells it. Nothing is charged.
 * Source: T-12, T-13, V-25, Q-MIGRATETEST, Q-FLAGOFF.
 */
import { refuse } from '@ramal/contract/errors';
import type { Platform } from '@ramal/contract/platforms';
import type { PackageFacts } from '../catalogue/packages.ts';
import type { By } from '../foundation/actor.ts';
import type { Tx } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import { keepWithin, readLimitsOf } from '../limits/limits.ts';
import { newShortCode } from '../player/addresses.ts';
import { endLineViewings } from '../watching/end-line-viewings.ts';
import { type Change, changeLine } from './change-line.ts';
import { newLineName, newLinePassword } from './credentials.ts';
import { underFreeName } from './free-name.ts';
import { type Line, refuseTestsThatAreOff } from './line.ts';
import { type PlanChoice, judgePlan, planFacts, toldPlan } from './plan.ts';
import { type Wanted, lockLine } from './reach-line.ts';

export interface Migration {
  readonly to: Platform;
  readonly plan: PlanChoice;
  /** Absent keeps the line's. */
  readonly note?: string | undefined;
  /** null clears it, absent keeps it. */
  readonly whatsapp?: string | null | undefined;
}

/** `wanted` names the platform it leaves: of two at once the second finds no line there. */
export async function migrateLine(
  house: House,
  by: By,
  wanted: Required<Wanted>,
  migration: Migration,
): Promise<Line> {
  return underFreeName(() => house.db.tx((tx) => migrateIn(tx, house, by, wanted, migration)));
}

async function migrateIn(
  tx: Tx,
  house: House,
  by: By,
  wanted: Required<Wanted>,
  { to, plan: choice, note, whatsapp }: Migration,
): Promise<Line> {
  const now = house.clock.now();
  const line = await lockLine(tx, by.actor, wanted, now);
  if (line.expiresAt <= now) refuse('migration_expired');
  if (line.blockedForAbuseAt) refuse('migration_blocked');
  if (line.isTrial) refuseTestsThatAreOff(by.actor, to);
  const limits = await readLimitsOf(tx, by.actor);
  await keepWithin(tx, house, by.actor, limits, { platform: to.key, hundredths: 0 });
  const facts = await tx.first<PackageFacts>(planFacts(choice));
  const plan = judgePlan(house, choice, facts, line.isTrial);
  await endLineViewings(tx, line.id, now);
  const change = {
    platform: to.key,
    username: newLineName(),
    password: newLinePassword(),
    shortCode: newShortCode(),
    packageId: plan.packageId,
    bouquetIds: plan.bouquetIds,
    productId: plan.productId,
    ...(note === undefined ? {} : { note }),
    ...(whatsapp === undefined ? {} : { whatsapp }),
  };
  const moved = { ...line, ...change, ...plan, watching: null };
  await changeLine(tx, by, line, {
    kind: 'line-migrated',
    change,
    before: told(house, line, change),
    after: {
      ...told(house, moved, change),
      expiresAt: line.expiresAt,
      ...(line.isTrial ? { testHours: line.testHours } : {}),
    },
  });
  return moved;
}

/** Note and number only where they were sent: what stays as it is needs no second place to be kept. */
const told = (house: House, line: Line, change: Change) => ({
  platform: line.platform,
  username: line.username,
  ...('note' in change ? { note: line.note } : {}),
  ...('whatsapp' in change ? { whatsapp: line.whatsapp } : {}),
  ...toldPlan(house, line),
});
