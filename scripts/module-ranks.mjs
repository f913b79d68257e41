/**
 * Ranks of the modules, lowest first. A module imports only from ranks below its own; this includes
 * type-only imports. The lint rule in directions.mjs uses these lists.
 */

/**
 * Modules of the server: folders of server/src, and files that are in no folder, without `.ts`. Add
 * new modules here.
 */
export const SERVER_RANKS = [
  ['foundation'],
  ['events'],
  ['outbox', 'quarantine'],
  ['undo'],
  ['access', 'announcements', 'blocklist', 'brands', 'reachability', 'zones'],
  ['line-payments', 'message-texts', 'second-factors', 'server-addresses', 'settings', 'watching'],
  ['balancers', 'messaging'],
  ['notices'],
  ['tasks'],
  ['exports'],
  ['catalogue'],
  ['activity-log', 'credits', 'player'],
  ['links', 'tickets'],
  ['dashboard', 'hostnames', 'limits', 'reports'],
  ['resellers', 'sessions'],
  ['api-keys'],
  ['batches', 'webhooks'],
  ['lines'],
  [
    'abuse',
    'activation',
    'backups',
    'boxes',
    'devices',
    'line-servers',
    'nodes',
    'numbers',
    'payments',
  ],
  ['recurring-pix'],
  ['coupons', 'offers'],
  ['portal', 'welcome'],
  ['referrals'],
  ['storefront'],
  ['chatbot', 'sales-chats'],
  ['reminders'],
  ['sigma', 'win-back'],
  ['demo', 'diagnosis', 'outside-sources', 'probed-sources', 'retention', 'upgrades'],
  ['panel-imports'],
  ['app', 'jobs', 'create-context'],
  ['admin', 'doctor', 'main', 'probe-agent', 'restore', 'rollback'],
];

/**
 * Folders of the server that consist of independent parts. Each of their files is an entry file.
 */
export const SERVER_KITS = ['foundation'];

/**
 * Modules of the panel: folders of panel/src, and files that are in no folder, with their
 * extension.
 */
export const PANEL_RANKS = [
  ['foundation'],
  ['ui'],
  ['announcements', 'brand', 'early', 'reseller-search', 'shell', 'tasks', 'web-player'],
  ['exports', 'sessions'],
  [
    'batches',
    'blocklist',
    'catalogue',
    'credits',
    'duplicates',
    'epg',
    'games',
    'logs',
    'second-factors',
  ],
  ['balancers'],
  [
    'api-keys',
    'backups',
    'hostnames',
    'lines',
    'nodes',
    'notices',
    'reports',
    'settings',
    'tickets',
  ],
  [
    'abuse',
    'dashboard',
    'devices',
    'limits',
    'line-servers',
    'numbers',
    'payments',
    'reminders',
    'titles',
    'webhooks',
    'menu.ts',
  ],
  ['boxes', 'coupons', 'referrals', 'storefront', 'win-back'],
  ['MenuCounts.tsx', 'line-dialogs.ts', 'palette', 'resellers'],
  ['me', 'panel-imports', 'welcome'],
  ['SignedIn.tsx'],
  ['routes.tsx'],
  ['main.tsx'],
];
