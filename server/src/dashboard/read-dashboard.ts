/**
 * The figures of the home screen (Q-DASHDEFS): own means lines I own, tree everyone below me, an
 * admin's tree is everything. Counted when asked for; tickets and goals come with their issues.
 */
import { fromHundredths } from '@ramal/contract/money';
import { readBalance } from '../credits/credits.ts';
import type { Actor } from '../foundation/actor.ts';
import { formatDateTime, startOfMonth } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';
import { countOwnLines, countResellers, countTreeLines } from './dashboard.sql.ts';

export async function readDashboard(house: House, actor: Actor) {
  const { db, clock } = house;
  const now = clock.now();
  const month = startOfMonth(now, clock.timeZone);
  const [own, tree, resellers, balance] = await Promise.all([
    countOwnLines(db, actor, now, month),
    countTreeLines(db, actor, now, month),
    countResellers(db, actor),
    readBalance(db, actor.id),
  ]);
  return {
    total_watching: own.online + tree.online,
    total_resellers: resellers.all,
    total_resellers_under: resellers.direct,
    generate_tests: own.testsThisMonth,
    credits: fromHundredths(balance ?? 0),
    tickets: 0,
    new_message: false,
    created_users: own.officialThisMonth,
    next_goal: 0,
    users_iptv: own.iptv,
    users_p2p: own.p2p,
    expiring_iptv: own.iptvExpiring,
    expiring_p2p: own.p2pExpiring,
    iptv_tests: own.iptvTests,
    p2p_tests: own.p2pTests,
    total_new_users: own.officialThisMonth + tree.officialThisMonth,
    total_online: own.online,
    childrens: {
      iptv_actives: tree.iptv,
      iptv_expired: tree.iptvExpired,
      p2p_actives: tree.p2p,
      p2p_expired: tree.p2pExpired,
      total_tests_iptv: tree.iptvTests,
      total_tests_p2p: tree.p2pTests,
    },
    as_of: formatDateTime(now, clock.timeZone),
  };
}
