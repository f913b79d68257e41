/** Edits what a customer is called, reached and may watch. Source: E-09, V-17, V-18, Q-IPTVID, Q-USERNAME. */
import { isDeepStrictEqual } from 'node:util';
import { platforms } from '@ramal/contract/platforms';
import type { PackageFacts } from '../catalogue/packages.ts';
import type { By } from '../foundation/actor.ts';
import { brokenConstraint } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import { type Change, changeLine } from './change-line.ts';
import { type Line, refuseTakenName } from './line.ts';
import { type PlanChoice, judgePlan, planFacts, toldPlan } from './plan.ts';
import { type Wanted, lockLine } from './reach-line.ts';

export interface Edit {
  readonly username?: string | undefined;
  /** null clears it, absent keeps it. */
  readonly whatsapp?: string | null | undefined;
  readonly note?: string | undefined;
  /** Absent keeps the current one. */
  readonly plan?: PlanChoice | undefined;
}

export async function editLine(
  house: House,
  by: By,
  wanted: Required<Wanted>,
  edit: Edit,
): Promise<Line> {
  try {
    return await house.db.tx(async (tx) => {
      const line = await lockLine(tx, by.actor, wanted, house.clock.now());
      const plan =
        edit.plan &&
        judgePlan(
          house,
          edit.plan,
          await tx.first<PackageFacts>(planFacts(edit.plan)),
          line.isTrial,
        );
      const change: Change = {
        ...(edit.username === undefined ? {} : { username: edit.username }),
        ...(edit.whatsapp === undefined ? {} : { whatsapp: edit.whatsapp }),
        ...(edit.note === undefined ? {} : { note: edit.note }),
        ...(plan
          ? { packageId: plan.packageId, bouquetIds: plan.bouquetIds, productId: plan.productId }
          : {}),
      };
      const edited = { ...line, ...change, ...plan };
      const differences = between(told(house, line), told(house, edited));
      if (!differences) return line;
      await changeLine(tx, by, line, { kind: 'line-edited', change, ...differences });
      return edited;
    });
  } catch (error) {
    if (brokenConstraint(error) !== 'lines_name_key') throw error;
    return refuseTakenName(platforms[wanted.platform]);
  }
}

const told = (house: House, line: Line) => ({
  username: line.username,
  whatsapp: line.whatsapp,
  note: line.note,
  ...toldPlan(house, line),
});

type Told = ReturnType<typeof told>;

/** What the history tells of an edit: only what it changed; undefined when that is nothing. */
function between(before: Told, after: Told) {
  const names = (Object.keys(after) as (keyof Told)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  const of = (told: Told) => Object.fromEntries(names.map((name) => [name, told[name]]));
  return names.length === 0 ? undefined : { before: of(before), after: of(after) };
}
