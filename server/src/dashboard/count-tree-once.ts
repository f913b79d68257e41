/**
 * Counts a tree that has no stored totals. This happens before the first roll-up, and for an
 * account that was created after the last roll-up. Simultaneous requests share one count. For the
 * tree of all accounts, waits until a roll-up in another process ends and then uses the totals of
 * that roll-up.
 */
import type { Actor } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Db } from '../foundation/database.ts';
import { createSharedRuns, oncePer } from '../foundation/shared-runs.ts';
import type { CountMoment } from './line-counts.ts';
import { type TreeTotals, countTree, readTreeTotals, waitForTotals } from './tree-totals.sql.ts';

type CountedTotals = TreeTotals & { at: Date };

const sharedCounts = oncePer((db: Db) => db, createSharedRuns);

export const countTreeOnce = (
  { db }: Pick<AppContext, 'db'>,
  actor: Actor,
  moment: CountMoment,
): Promise<CountedTotals> =>
  sharedCounts(db)(String(actor.id), () =>
    actor.profile === 'admin' ? countInTurn(db, actor, moment) : countTree(db, actor, moment),
  );

const countInTurn = (db: Db, actor: Actor, moment: CountMoment): Promise<CountedTotals> =>
  db.tx(async (tx) => {
    await tx.first(waitForTotals);
    return (await readTreeTotals(tx, actor)) ?? (await countTree(tx, actor, moment));
  });
