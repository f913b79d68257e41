/**
 * Reads the figures of the home screen (Q-DASHDEFS). "Own" figures count the caller's lines at this
 * moment. "Tree" figures count all descendants and are up to a minute old. The tree of an admin
 * contains all accounts.
 */
import { fromHundredths } from '@ramal/contract/rules/money';
import type { Actor, Caller } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { markMessageReceived } from '../tickets/tickets.ts';
import { countTreeOnce } from './count-tree-once.ts';
import { countMonth, readOwnFigures } from './dashboard.sql.ts';
import { readFirstSteps } from './first-steps.ts';
import { createCountMoment } from './roll-up-tree-totals.ts';
import { readTreeTotals } from './tree-totals.sql.ts';

export async function readDashboard(ctx: AppContext, caller: Caller) {
  const { actor } = caller;
  const { db, clock, config } = ctx;
  const moment = createCountMoment(clock);
  const [ownFigures, rolledUp] = await Promise.all([
    readOwnFigures(db, actor, moment),
    readTreeTotals(db, actor),
  ]);
  const tree = rolledUp ?? (await countTreeOnce(ctx, actor, moment));
  const firstSteps = await readFirstSteps(ctx, caller, ownFigures);
  if (ownFigures.isNew) await markMessageReceived(ctx, actor);
  return {
    totalWatching: ownFigures.online + tree.treeOnline,
    totalResellers: tree.treeResellers,
    totalResellersUnder: tree.directResellers,
    generateTests: ownFigures.newTests,
    credits: fromHundredths(ownFigures.balance ?? 0),
    tickets: ownFigures.tickets,
    newMessage: ownFigures.unread,
    createdUsers: ownFigures.newUsers,
    nextGoal: actor.profile === 'admin' ? 0 : nextGoal(config.bonusGoals, ownFigures.newUsers),
    usersIptv: ownFigures.iptvActives,
    usersP2p: ownFigures.p2pActives,
    usersNewP2p: ownFigures.newP2pActives,
    expiringIptv: ownFigures.iptvExpiring,
    expiringP2p: ownFigures.p2pExpiring,
    expiringNewP2p: ownFigures.newP2pExpiring,
    iptvTests: ownFigures.iptvTests,
    p2pTests: ownFigures.p2pTests,
    newP2pTests: ownFigures.newP2pTests,
    importedUsers: ownFigures.imported,
    migratedUsers: ownFigures.migrated,
    totalNewUsers: ownFigures.newUsers + tree.treeNewUsers,
    totalOnline: ownFigures.online,
    childrens: {
      iptvActives: tree.treeIptvActives,
      iptvExpired: tree.treeIptvExpired,
      p2pActives: tree.treeP2pActives,
      p2pExpired: tree.treeP2pExpired,
      newP2pActives: tree.treeNewP2pActives,
      newP2pExpired: tree.treeNewP2pExpired,
      totalTestsIptv: tree.treeIptvTests,
      totalTestsP2p: tree.treeP2pTests,
      totalTestsNewP2p: tree.treeNewP2pTests,
    },
    ...(firstSteps ? { firstSteps: firstSteps } : {}),
    asOf: formatDateTime(tree.at, clock.timeZone),
  };
}

/** Counts the official lines created this month, which count for the bonus (Q-GOAL). */
export const readBonusUsers = async ({ db, clock }: AppContext, actor: Actor) => ({
  total: (await countMonth(db, actor, createCountMoment(clock))).newUsers,
});

/** Returns the smallest goal that is not reached yet, or 0 if all are reached. */
const nextGoal = (goals: readonly number[], reached: number): number =>
  goals.reduce((next, goal) => (goal > reached && (next === 0 || goal < next) ? goal : next), 0);
