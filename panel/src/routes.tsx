/**
 * Every screen and who may stand on it. Screens come in their own chunks; the sign-in waits for none.
 * Each reads its address by itself: what an address may hold is declared from the contract, which
 * would come before the sign-in if it stood here.
 */
import {
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { IconMapOff } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { followVisits } from './foundation/api/first-calls.ts';
import { closeFirstOnBack } from './foundation/back.ts';
import { goHome, readSignInSearch, requireNoSession, requireSession } from './sessions/guards.ts';
import { SignIn } from './sessions/sign-in/SignIn.tsx';
import { PageHeader } from './ui/layout/PageHeader.tsx';
import { BrokenScreen } from './ui/states/BrokenScreen.tsx';
import { EmptyState } from './ui/states/EmptyState.tsx';
import { LinkButton } from './ui/LinkButton.tsx';

const root = createRootRoute({ component: InPieces });

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: goHome });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readSignInSearch,
  beforeLoad: requireNoSession,
  component: SignIn,
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./SignedIn.tsx'), 'SignedIn'),
});

const within = { getParentRoute: () => signedIn } as const;

const dashboard = createRoute({
  ...within,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./dashboard/Dashboard.tsx'), 'Dashboard'),
});

const createIptv = createRoute({
  ...within,
  path: '/user-iptv',
  component: lazyRouteComponent(
    () => import('./lines/create/create-screens.tsx'),
    'CreateIptvLine',
  ),
});

const listIptv = createRoute({
  ...within,
  path: '/users-iptv/{-$resellerId}',
  component: lazyRouteComponent(() => import('./abuse/iptv-list-screens.tsx'), 'IptvLines'),
});

const createP2p = createRoute({
  ...within,
  path: '/user-p2p',
  component: lazyRouteComponent(() => import('./lines/create/create-screens.tsx'), 'CreateP2pLine'),
});

const listP2p = createRoute({
  ...within,
  path: '/users-p2p/{-$resellerId}',
  component: lazyRouteComponent(() => import('./lines/list/p2p-list-screens.tsx'), 'P2pLines'),
});

const createNewP2p = createRoute({
  ...within,
  path: '/new-user-p2p',
  component: lazyRouteComponent(
    () => import('./lines/create/create-screens.tsx'),
    'CreateNewP2pLine',
  ),
});

const listNewP2p = createRoute({
  ...within,
  path: '/new-users-p2p/{-$resellerId}',
  component: lazyRouteComponent(() => import('./lines/list/p2p-list-screens.tsx'), 'NewP2pLines'),
});

const migrateIptv = createRoute({
  ...within,
  path: '/migration-iptv',
  component: lazyRouteComponent(
    () => import('./lines/migrators/migrator-screens.tsx'),
    'IptvMigrator',
  ),
});

const migrateP2p = createRoute({
  ...within,
  path: '/migration-p2p',
  component: lazyRouteComponent(
    () => import('./lines/migrators/migrator-screens.tsx'),
    'P2pMigrator',
  ),
});

const allIptv = createRoute({
  ...within,
  path: '/double-access',
  component: lazyRouteComponent(() => import('./abuse/iptv-list-screens.tsx'), 'AllIptvLines'),
});

const importLines = createRoute({
  ...within,
  path: '/import-lines',
  component: lazyRouteComponent(() => import('./lines/import/ImportLines.tsx'), 'ImportLines'),
});

const panelImports = createRoute({
  ...within,
  path: '/panel-imports',
  component: lazyRouteComponent(() => import('./panel-imports/PanelImports.tsx'), 'PanelImports'),
});

const createReseller = createRoute({
  ...within,
  path: '/reseller',
  component: lazyRouteComponent(
    () => import('./resellers/create/CreateReseller.tsx'),
    'CreateReseller',
  ),
});

const listResellers = createRoute({
  ...within,
  path: '/list-resellers',
  component: lazyRouteComponent(() => import('./resellers/list/Resellers.tsx'), 'Resellers'),
});

const extract = createRoute({
  ...within,
  path: '/extract',
  component: lazyRouteComponent(() => import('./credits/Extract.tsx'), 'Extract'),
});

const log = createRoute({
  ...within,
  path: '/log',
  component: lazyRouteComponent(() => import('./logs/Log.tsx'), 'Log'),
});

const reports = createRoute({
  ...within,
  path: '/reports',
  component: lazyRouteComponent(() => import('./reports/Reports.tsx'), 'Reports'),
});

const me = createRoute({
  ...within,
  path: '/me',
  component: lazyRouteComponent(() => import('./me/Me.tsx'), 'Me'),
});

const secondFactors = createRoute({
  ...within,
  path: '/2fa-manager',
  component: lazyRouteComponent(
    () => import('./second-factors/SecondFactors.tsx'),
    'SecondFactors',
  ),
});

const settings = createRoute({
  ...within,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/Settings.tsx'), 'Settings'),
});

const writeAnnouncement = createRoute({
  ...within,
  path: '/settings/announcement/{-$announcementId}',
  component: lazyRouteComponent(
    () => import('./settings/announcements/WriteAnnouncement.tsx'),
    'WriteAnnouncement',
  ),
});

const writeMessage = createRoute({
  ...within,
  path: '/settings/message',
  component: lazyRouteComponent(
    () => import('./settings/message/WriteMessage.tsx'),
    'WriteMessage',
  ),
});

const channels = createRoute({
  ...within,
  path: '/channels',
  component: lazyRouteComponent(() => import('./settings/channels/Channels.tsx'), 'Channels'),
});

const brands = createRoute({
  ...within,
  path: '/brands/{-$brand}',
  component: lazyRouteComponent(() => import('./settings/brands/Brands.tsx'), 'Brands'),
});

const notices = createRoute({
  ...within,
  path: '/notices',
  component: lazyRouteComponent(() => import('./notices/Notices.tsx'), 'Notices'),
});

const games = createRoute({
  ...within,
  path: '/categorie-config',
  component: lazyRouteComponent(() => import('./games/TodaysGames.tsx'), 'TodaysGames'),
});

const balancers = createRoute({
  ...within,
  path: '/balancer',
  component: lazyRouteComponent(() => import('./balancers/Balancers.tsx'), 'Balancers'),
});

const backups = createRoute({
  ...within,
  path: '/view-backups',
  component: lazyRouteComponent(() => import('./backups/Backups.tsx'), 'Backups'),
});

const quarantine = createRoute({
  ...within,
  path: '/quarantine',
  component: lazyRouteComponent(() => import('./backups/Outside.tsx'), 'Outside'),
});

const hostnames = createRoute({
  ...within,
  path: '/dns',
  component: lazyRouteComponent(() => import('./hostnames/Hostnames.tsx'), 'Hostnames'),
});

const collector = createRoute({
  ...within,
  path: '/dns-collector',
  component: lazyRouteComponent(() => import('./hostnames/collector/Collector.tsx'), 'Collector'),
});

const activators = createRoute({
  ...within,
  path: '/dns-activator',
  component: lazyRouteComponent(() => import('./devices/activators/Activators.tsx'), 'Activators'),
});

const proxyIp = createRoute({
  ...within,
  path: '/dns-settings',
  component: lazyRouteComponent(() => import('./balancers/ProxyIp.tsx'), 'ProxyIp'),
});

const settingsFranchise = createRoute({
  ...within,
  path: '/settings-franchise',
  component: lazyRouteComponent(
    () => import('./settings/links/LinkScreens.tsx'),
    'LinksAndAnnouncements',
  ),
});

const settingsPortal = createRoute({
  ...within,
  path: '/settings-franchise-portal',
  component: lazyRouteComponent(
    () => import('./settings/links/LinkScreens.tsx'),
    'NoticesAndPortal',
  ),
});

const blacklist = createRoute({
  ...within,
  path: '/blacklist',
  component: lazyRouteComponent(() => import('./blocklist/BlockedIps.tsx'), 'BlockedIps'),
});

const duplicates = createRoute({
  ...within,
  path: '/view-duplicates',
  component: lazyRouteComponent(() => import('./duplicates/Duplicates.tsx'), 'Duplicates'),
});

const charge = createRoute({
  ...within,
  path: '/charge',
  component: lazyRouteComponent(() => import('./lines/charging/ChargeRun.tsx'), 'ChargeRun'),
});

const reminders = createRoute({
  ...within,
  path: '/reminders',
  component: lazyRouteComponent(() => import('./reminders/Reminders.tsx'), 'Reminders'),
});

const reminderRun = createRoute({
  ...within,
  path: '/reminders/run',
  component: lazyRouteComponent(() => import('./reminders/ReminderRun.tsx'), 'ReminderRun'),
});

const reminderHistory = createRoute({
  ...within,
  path: '/reminders/history',
  component: lazyRouteComponent(() => import('./reminders/ReminderHistory.tsx'), 'ReminderHistory'),
});

const batches = createRoute({
  ...within,
  path: '/batches',
  component: lazyRouteComponent(() => import('./batches/Batches.tsx'), 'Batches'),
});

const recharges = createRoute({
  ...within,
  path: '/recharge-portal',
  component: lazyRouteComponent(() => import('./payments/recharges/Recharges.tsx'), 'Recharges'),
});

const buyCredits = createRoute({
  ...within,
  path: '/buy-credits',
  component: lazyRouteComponent(() => import('./payments/credits/BuyCredits.tsx'), 'BuyCredits'),
});

const apiKeys = createRoute({
  ...within,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./api-keys/ApiKeys.tsx'), 'ApiKeys'),
});

const webhooks = createRoute({
  ...within,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/Webhooks.tsx'), 'Webhooks'),
});

const lineServers = createRoute({
  ...within,
  path: '/line-servers',
  component: lazyRouteComponent(() => import('./line-servers/LineServers.tsx'), 'LineServers'),
});

const lineServer = createRoute({
  ...within,
  path: '/line-servers/$serverId',
  component: lazyRouteComponent(
    () => import('./line-servers/LineServerScreen.tsx'),
    'LineServerScreen',
  ),
});

const smartApp = createRoute({
  ...within,
  path: '/smart-app',
  component: lazyRouteComponent(() => import('./devices/SmartApp.tsx'), 'SmartApp'),
});

const catalogue = createRoute({
  ...within,
  path: '/catalogue/{-$section}',
  component: lazyRouteComponent(() => import('./catalogue/Catalogue.tsx'), 'Catalogue'),
});

const extras = createRoute({
  ...within,
  path: '/settings-extra',
  component: lazyRouteComponent(() => import('./epg/Extras.tsx'), 'Extras'),
});

const titles = createRoute({
  ...within,
  path: '/list-movies',
  component: lazyRouteComponent(() => import('./titles/Titles.tsx'), 'Titles'),
});

const tickets = createRoute({
  ...within,
  path: '/ticket',
  component: lazyRouteComponent(() => import('./tickets/Tickets.tsx'), 'ResellerTickets'),
});

const portalTickets = createRoute({
  ...within,
  path: '/ticket-portal',
  component: lazyRouteComponent(() => import('./tickets/Tickets.tsx'), 'PortalTickets'),
});

/** Every other address: inside the shell for someone signed in, and to the sign-in for anyone else. */
const unknown = createRoute({ ...within, path: '$', component: NotFound });

const tree = root.addChildren([
  home,
  login,
  signedIn.addChildren([
    dashboard,
    createIptv,
    listIptv,
    createP2p,
    listP2p,
    createNewP2p,
    listNewP2p,
    migrateIptv,
    migrateP2p,
    allIptv,
    importLines,
    panelImports,
    createReseller,
    listResellers,
    extract,
    log,
    reports,
    me,
    secondFactors,
    settings,
    writeAnnouncement,
    games,
    balancers,
    backups,
    quarantine,
    hostnames,
    collector,
    activators,
    proxyIp,
    settingsFranchise,
    settingsPortal,
    writeMessage,
    channels,
    brands,
    notices,
    blacklist,
    duplicates,
    recharges,
    buyCredits,
    apiKeys,
    webhooks,
    lineServers,
    lineServer,
    smartApp,
    charge,
    reminders,
    reminderRun,
    reminderHistory,
    batches,
    catalogue,
    titles,
    extras,
    tickets,
    portalTickets,
    unknown,
  ]),
]);

export function makeRouter() {
  const router = createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: BrokenScreen,
  });
  closeFirstOnBack(router);
  followVisits(router);
  return router;
}

/** What is drawn first is drawn in pieces, between which a phone can answer. */
function InPieces() {
  return useDeferredValue(true, false) && <Outlet />;
}

function NotFound() {
  return (
    <>
      <PageHeader title="Página não encontrada" />
      <EmptyState
        icon={IconMapOff}
        tone="plain"
        title="Esta página não existe"
        text="O endereço mudou ou foi digitado errado."
        actions={<LinkButton to="/dashboard">Ir para o início</LinkButton>}
      />
    </>
  );
}
