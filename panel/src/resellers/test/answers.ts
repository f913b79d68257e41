import type { getDashboard } from '@ramal/contract/dashboard';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getLimits } from '@ramal/contract/resellers/limits';
import type { listResellers } from '@ramal/contract/resellers/resellers';

type Row = HandlerResult<typeof listResellers>['data'][number];

export const NORTETV = 5210;

/**
 * Returns a direct child with 85.2 credits and a top-up six days ago. `change` overrides these
 * values.
 */
export const reseller = (change: Partial<Row> = {}): Row => ({
  id: NORTETV,
  username: 'nortetv',
  email: '5592955550118',
  emailContact: 'contato@nortetv.exemplo',
  profile: 'reseller',
  credits: 85.2,
  sale: 6.5,
  daysToDue: 6,
  status: 1,
  blockAdmin: 0,
  networkBlocked: 0,
  blocks: [],
  hasSecondFactor: 1,
  hasAuthenticator: 1,
  totalIptv: 140,
  totalUp2p: 3,
  totalActives: 128,
  treeActives: 705,
  treeResellers: 7,
  directResellers: 5,
  ownerId: 4821,
  owner: 'marcelo',
  idFranchise: null,
  isMaster: 1,
  isDirect: true,
  createdAt: '01/02/2026 10:00',
  deletedAt: null,
  restorableUntil: null,
  ...change,
});

export const resellersAnswer = (...rows: Row[]): HandlerResult<typeof listResellers> => ({
  data: rows,
  total: rows.length,
  totalExact: true,
  currentPage: 1,
  perPage: 10,
  lastPage: 1,
  asOf: '21/11/2026 14:32',
  franchises: [],
});

/**
 * Totals of the caller: 18 direct resellers, 46 descendant resellers, and 1,706 customers in the
 * network.
 */
export const totals: HandlerResult<typeof getDashboard> = {
  totalWatching: 0,
  totalResellers: 46,
  totalResellersUnder: 18,
  generateTests: 0,
  credits: 42.4,
  tickets: 0,
  newMessage: false,
  createdUsers: 0,
  nextGoal: 0,
  usersIptv: 0,
  usersP2p: 0,
  usersNewP2p: 0,
  expiringNewP2p: 0,
  newP2pTests: 0,
  importedUsers: 0,
  migratedUsers: 0,
  expiringIptv: 0,
  expiringP2p: 0,
  iptvTests: 0,
  p2pTests: 0,
  totalNewUsers: 0,
  totalOnline: 0,
  childrens: {
    iptvActives: 1600,
    iptvExpired: 0,
    p2pActives: 106,
    p2pExpired: 0,
    newP2pActives: 0,
    newP2pExpired: 0,
    totalTestsIptv: 0,
    totalTestsP2p: 0,
    totalTestsNewP2p: 0,
  },
  asOf: '21/11/2026 14:32',
};

const none = {
  lines: null,
  trialsADay: null,
  creditsADay: null,
  lowestPrice: null,
  platforms: null,
};

/** Returns an answer without limits for the caller. The argument overrides it. */
export const limits = (
  effective: Partial<HandlerResult<typeof getLimits>['effective']> = {},
): HandlerResult<typeof getLimits> => ({
  id: 4821,
  username: 'marcelo',
  own: none,
  above: none,
  aboveFrom: {
    lines: null,
    trialsADay: null,
    creditsADay: null,
    lowestPrice: null,
    platforms: null,
  },
  effective: { ...none, ...effective },
  effectiveFrom: {
    lines: null,
    trialsADay: null,
    creditsADay: 'franquia',
    lowestPrice: 'franquia',
    platforms: null,
  },
  used: { lines: 0, trialsToday: 0, creditsToday: 30 },
  maySet: false,
});
