/** Edits what a customer is called, reached and may watch. Source: E-09, V-17, V-18, Q-IPTVID, Q-USERNAME. */
import { refuse } from '@ramal/contract/errors';
import { type PackageChoice, type PackageFacts, judgePackage, packageFacts } from '../catalogue/packages.ts';
import type { By } from '../foundation/actor.ts';
import { brokenConstraint } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import { type Change, changeLine } from './change-line.ts';
import { CUSTOM_PACKAGE, type Line } from './line.ts';
import { type Wanted, lockLine } from './reach-line.ts';

export interface Edit {
  readonly username?: string | undefined;
  /** null clears it, absent keeps it. */
  readonly whatsapp?: string | null | undefined;
  readonly note?: string | undefined;
  /** Absent keeps the current package. */
  readonly package?: PackageChoice | undefined;
}

export async function editLine(house: House, by: By, wanted: Wanted, edit: Edit): Promise<Line> {
  try {
    return await house.db.tx(async (tx) => {
      const line = await lockLine(tx, by.actor, wanted, house.clock.now());
      const chosen =
        edit.package && judgePackage(edit.package, await tx.first<PackageFacts>(packageFacts(edit.package)), line.isTrial);
      const change: Change = {
        ...(edit.username === undefined ? {} : { username: edit.username }),
        ...(edit.whatsapp === undefined ? {} : { whatsapp: edit.whatsapp }),
        ...(edit.note === undefined ? {} : { note: edit.note }),
        ...(chosen ? { packageId: chosen.id, bouquetIds: chosen.bouquetIds } : {}),
      };
      const changed = await changeLine(tx, by, line, {
        kind: 'line-edited',
        change,
        before: told(line),
        after: told({ ...line, ...change, packageName: chosen ? chosen.name : line.packageName }),
      });
      return chosen ? { ...changed, packageName: chosen.name } : changed;
    });
  } catch (error) {
    if (brokenConstraint(error) !== 'lines_name_key') throw error;
    return refuse('username_taken', { fields: { username: 'Este usuário já existe.' } });
  }
}

/** What the history tells of an edit. */
const told = (line: Line) => ({
  username: line.username,
  whatsapp: line.whatsapp,
  note: line.note,
  package: line.packageName ?? CUSTOM_PACKAGE,
});
