/** Answers of the server for the resellers' screens. */
import type { getDashboard } from '@ramal/contract/dashboard';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getLimits } from '@ramal/contract/resellers/limits';
import type { listResellers } from '@ramal/contract/resellers/resellers';

type Row = HandlerResult<typeof listResellers>['data'][number];

export const NORTETV = 5210;

/** A direct child with 85,2 credits, topped up six days ago, unless told otherwise. */
export const reseller = (change: Partial<Row> = {}): Row => ({
  id: NORTETV,
  username: 'nortetv',
  email: '5592955550118',
  email_contact: 'contato@nortetv.exemplo',
  profile: 'reseller',
  credits: 85.2,
  sale: 6.5,
  days_to_due: 6,
  status: 1,
  block_admin: 0,
  network_blocked: 0,
  blocks: [],
  has_2fa: 1,
  has_authenticator: 1,
  total_iptv: 140,
  total_up2p: 3,
  total_actives: 128,
  tree_actives: 705,
  tree_resellers: 7,
  direct_resellers: 5,
  owner_id: 4821,
  owner: 'marcelo',
  id_franchise: null,
  is_master: 1,
  is_direct: true,
  created_at: '01/02/2026 10:00',
  deleted_at: null,
  restorable_until: null,
  ...change,
});

export const resellersAnswer = (...rows: Row[]): HandlerResult<typeof listResellers> => ({
  data: rows,
  total: rows.length,
  total_exact: true,
  current_page: 1,
  per_page: 10,
  last_page: 1,
  as_of: '21/11/2026 14:32',
  franchises: [],
});

/** 18 direct resellers, 46 in the tree, 1.706 customers below. */
export const totals: HandlerResult<typeof getDashboard> = {
  total_watching: 0,
  total_resellers: 46,
  total_resellers_under: 18,
  generate_tests: 0,
  credits: 42.4,
  tickets: 0,
  new_message: false,
  created_users: 0,
  next_goal: 0,
  users_iptv: 0,
  users_p2p: 0,
  users_new_p2p: 0,
  expiring_new_p2p: 0,
  new_p2p_tests: 0,
  imported_users: 0,
  migrated_users: 0,
  expiring_iptv: 0,
  expiring_p2p: 0,
  iptv_tests: 0,
  p2p_tests: 0,
  total_new_users: 0,
  total_online: 0,
  childrens: {
    iptv_actives: 1600,
    iptv_expired: 0,
    p2p_actives: 106,
    p2p_expired: 0,
    new_p2p_actives: 0,
    new_p2p_expired: 0,
    total_tests_iptv: 0,
    total_tests_p2p: 0,
    total_tests_new_p2p: 0,
  },
  as_of: '21/11/2026 14:32',
};

const none = {
  lines: null,
  trials_a_day: null,
  credits_a_day: null,
  lowest_price: null,
  platforms: null,
};

/** Nobody limits the caller, unless told otherwise. */
export const limits = (
  effective: Partial<HandlerResult<typeof getLimits>['effective']> = {},
): HandlerResult<typeof getLimits> => ({
  id: 4821,
  username: 'marcelo',
  own: none,
  above: none,
  above_from: {
    lines: null,
    trials_a_day: null,
    credits_a_day: null,
    lowest_price: null,
    platforms: null,
  },
  effective: { ...none, ...effective },
  effective_from: {
    lines: null,
    trials_a_day: null,
    credits_a_day: 'franquia',
    lowest_price: 'franquia',
    platforms: null,
  },
  used: { lines: 0, trials_today: 0, credits_today: 30 },
  may_set: false,
});
