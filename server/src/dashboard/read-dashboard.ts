/**
 * The figures of the home screen (Q-DASHDEFS). "Own" means lines that the caller owns, counted now. "Tree"
 * means everyone below, as rolled up within the last minute; an admin's tree is everything.
 */
import { fromHundredths } from '@ramal/contract/rules/money';
import type { Actor, Caller } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { receiveMessage } from '../tickets/tickets.ts';
import { countTreeOnce } from './count-tree-once.ts';
import { countMonth, readOwnFigures } from './dashboard.sql.ts';
import { firstStepsOf } from './first-steps.ts';
import { countedAt } from './take-tree-totals.ts';
import { readTreeTotals } from './tree-totals.sql.ts';

export async function readDashboard(ctx: AppContext, caller: Caller) {
  const { actor } = caller;
  const { db, clock, config } = ctx;
  const moment = countedAt(clock);
  const [ownFigures, rolledUp] = await Promise.all([
    readOwnFigures(db, actor, moment),
    readTreeTotals(db, actor),
  ]);
  const tree = rolledUp ?? (await countTreeOnce(ctx, actor, moment));
  const firstSteps = await firstStepsOf(ctx, caller, ownFigures);
  if (ownFigures.isNew) await receiveMessage(ctx, actor);
  return {
    total_watching: ownFigures.online + tree.tree_online,
    total_resellers: tree.tree_resellers,
    total_resellers_under: tree.direct_resellers,
    generate_tests: ownFigures.newTests,
    credits: fromHundredths(ownFigures.balance ?? 0),
    tickets: ownFigures.tickets,
    new_message: ownFigures.unread,
    created_users: ownFigures.newUsers,
    next_goal: actor.profile === 'admin' ? 0 : nextGoal(config.bonusGoals, ownFigures.newUsers),
    users_iptv: ownFigures.iptvActives,
    users_p2p: ownFigures.p2pActives,
    users_new_p2p: ownFigures.newP2pActives,
    expiring_iptv: ownFigures.iptvExpiring,
    expiring_p2p: ownFigures.p2pExpiring,
    expiring_new_p2p: ownFigures.newP2pExpiring,
    iptv_tests: ownFigures.iptvTests,
    p2p_tests: ownFigures.p2pTests,
    new_p2p_tests: ownFigures.newP2pTests,
    imported_users: ownFigures.imported,
    migrated_users: ownFigures.migrated,
    total_new_users: ownFigures.newUsers + tree.tree_new_users,
    total_online: ownFigures.online,
    childrens: {
      iptv_actives: tree.tree_iptv_actives,
      iptv_expired: tree.tree_iptv_expired,
      p2p_actives: tree.tree_p2p_actives,
      p2p_expired: tree.tree_p2p_expired,
      new_p2p_actives: tree.tree_new_p2p_actives,
      new_p2p_expired: tree.tree_new_p2p_expired,
      total_tests_iptv: tree.tree_iptv_tests,
      total_tests_p2p: tree.tree_p2p_tests,
      total_tests_new_p2p: tree.tree_new_p2p_tests,
    },
    ...(firstSteps ? { first_steps: firstSteps } : {}),
    as_of: formatDateTime(tree.at, clock.timeZone),
  };
}

/** The official lines made this month, which count for the bonus (Q-GOAL). */
export const readBonusUsers = async ({ db, clock }: AppContext, actor: Actor) => ({
  total: (await countMonth(db, actor, countedAt(clock))).newUsers,
});

/** The smallest goal not reached yet, or 0. */
const nextGoal = (goals: readonly number[], reached: number): number =>
  goals.reduce((next, goal) => (goal > reached && (next === 0 || goal < next) ? goal : next), 0);
