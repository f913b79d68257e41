/**
 * Every screen and its permissions. Screens are in their own chunks; the sign-in waits for none.
 * Each screen parses its own address. The contract declares the allowed parameters, and importing
 * it here would load it before the sign-in.
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

const screens = [
  createRoute({
    ...within,
    path: '/dashboard',
    component: lazyRouteComponent(() => import('./dashboard/Dashboard.tsx'), 'Dashboard'),
  }),
  createRoute({
    ...within,
    path: '/user-iptv',
    component: lazyRouteComponent(
      () => import('./lines/create/create-screens.tsx'),
      'CreateIptvLine',
    ),
  }),
  createRoute({
    ...within,
    path: '/users-iptv/{-$resellerId}',
    component: lazyRouteComponent(() => import('./abuse/iptv-list-screens.tsx'), 'IptvLines'),
  }),
  createRoute({
    ...within,
    path: '/user-p2p',
    component: lazyRouteComponent(
      () => import('./lines/create/create-screens.tsx'),
      'CreateP2pLine',
    ),
  }),
  createRoute({
    ...within,
    path: '/users-p2p/{-$resellerId}',
    component: lazyRouteComponent(() => import('./lines/list/p2p-list-screens.tsx'), 'P2pLines'),
  }),
  createRoute({
    ...within,
    path: '/new-user-p2p',
    component: lazyRouteComponent(
      () => import('./lines/create/create-screens.tsx'),
      'CreateNewP2pLine',
    ),
  }),
  createRoute({
    ...within,
    path: '/new-users-p2p/{-$resellerId}',
    component: lazyRouteComponent(() => import('./lines/list/p2p-list-screens.tsx'), 'NewP2pLines'),
  }),
  createRoute({
    ...within,
    path: '/migration-iptv',
    component: lazyRouteComponent(
      () => import('./lines/migrators/migrator-screens.tsx'),
      'IptvMigrator',
    ),
  }),
  createRoute({
    ...within,
    path: '/migration-p2p',
    component: lazyRouteComponent(
      () => import('./lines/migrators/migrator-screens.tsx'),
      'P2pMigrator',
    ),
  }),
  createRoute({
    ...within,
    path: '/double-access',
    component: lazyRouteComponent(() => import('./abuse/iptv-list-screens.tsx'), 'AllIptvLines'),
  }),
  createRoute({
    ...within,
    path: '/import-lines',
    component: lazyRouteComponent(() => import('./lines/import/ImportLines.tsx'), 'ImportLines'),
  }),
  createRoute({
    ...within,
    path: '/panel-imports',
    component: lazyRouteComponent(() => import('./panel-imports/PanelImports.tsx'), 'PanelImports'),
  }),
  createRoute({
    ...within,
    path: '/reseller',
    component: lazyRouteComponent(
      () => import('./resellers/create/CreateReseller.tsx'),
      'CreateReseller',
    ),
  }),
  createRoute({
    ...within,
    path: '/list-resellers',
    component: lazyRouteComponent(() => import('./resellers/list/Resellers.tsx'), 'Resellers'),
  }),
  createRoute({
    ...within,
    path: '/extract',
    component: lazyRouteComponent(() => import('./credits/Extract.tsx'), 'Extract'),
  }),
  createRoute({
    ...within,
    path: '/log',
    component: lazyRouteComponent(() => import('./logs/Log.tsx'), 'Log'),
  }),
  createRoute({
    ...within,
    path: '/reports',
    component: lazyRouteComponent(() => import('./reports/Reports.tsx'), 'Reports'),
  }),
  createRoute({
    ...within,
    path: '/me',
    component: lazyRouteComponent(() => import('./me/Me.tsx'), 'Me'),
  }),
  createRoute({
    ...within,
    path: '/2fa-manager',
    component: lazyRouteComponent(
      () => import('./second-factors/SecondFactors.tsx'),
      'SecondFactors',
    ),
  }),
  createRoute({
    ...within,
    path: '/settings',
    component: lazyRouteComponent(() => import('./settings/Settings.tsx'), 'Settings'),
  }),
  createRoute({
    ...within,
    path: '/settings/announcement/{-$announcementId}',
    component: lazyRouteComponent(
      () => import('./settings/announcements/WriteAnnouncement.tsx'),
      'WriteAnnouncement',
    ),
  }),
  createRoute({
    ...within,
    path: '/categorie-config',
    component: lazyRouteComponent(() => import('./games/TodaysGames.tsx'), 'TodaysGames'),
  }),
  createRoute({
    ...within,
    path: '/balancer',
    component: lazyRouteComponent(() => import('./balancers/Balancers.tsx'), 'Balancers'),
  }),
  createRoute({
    ...within,
    path: '/view-backups',
    component: lazyRouteComponent(() => import('./backups/Backups.tsx'), 'Backups'),
  }),
  createRoute({
    ...within,
    path: '/quarantine',
    component: lazyRouteComponent(() => import('./backups/Outside.tsx'), 'Outside'),
  }),
  createRoute({
    ...within,
    path: '/dns',
    component: lazyRouteComponent(() => import('./hostnames/Hostnames.tsx'), 'Hostnames'),
  }),
  createRoute({
    ...within,
    path: '/dns-collector',
    component: lazyRouteComponent(() => import('./hostnames/collector/Collector.tsx'), 'Collector'),
  }),
  createRoute({
    ...within,
    path: '/dns-activator',
    component: lazyRouteComponent(
      () => import('./devices/activators/Activators.tsx'),
      'Activators',
    ),
  }),
  createRoute({
    ...within,
    path: '/dns-settings',
    component: lazyRouteComponent(() => import('./balancers/ProxyIp.tsx'), 'ProxyIp'),
  }),
  createRoute({
    ...within,
    path: '/settings-franchise',
    component: lazyRouteComponent(
      () => import('./settings/links/LinkScreens.tsx'),
      'LinksAndAnnouncements',
    ),
  }),
  createRoute({
    ...within,
    path: '/settings-franchise-portal',
    component: lazyRouteComponent(
      () => import('./settings/links/LinkScreens.tsx'),
      'NoticesAndPortal',
    ),
  }),
  createRoute({
    ...within,
    path: '/settings/message',
    component: lazyRouteComponent(
      () => import('./settings/message/WriteMessage.tsx'),
      'WriteMessage',
    ),
  }),
  createRoute({
    ...within,
    path: '/channels',
    component: lazyRouteComponent(() => import('./settings/channels/Channels.tsx'), 'Channels'),
  }),
  createRoute({
    ...within,
    path: '/brands/{-$brand}',
    component: lazyRouteComponent(() => import('./settings/brands/Brands.tsx'), 'Brands'),
  }),
  createRoute({
    ...within,
    path: '/notices',
    component: lazyRouteComponent(() => import('./notices/Notices.tsx'), 'Notices'),
  }),
  createRoute({
    ...within,
    path: '/blacklist',
    component: lazyRouteComponent(() => import('./blocklist/BlockedIps.tsx'), 'BlockedIps'),
  }),
  createRoute({
    ...within,
    path: '/view-duplicates',
    component: lazyRouteComponent(() => import('./duplicates/Duplicates.tsx'), 'Duplicates'),
  }),
  createRoute({
    ...within,
    path: '/recharge-portal',
    component: lazyRouteComponent(() => import('./payments/recharges/Recharges.tsx'), 'Recharges'),
  }),
  createRoute({
    ...within,
    path: '/buy-credits',
    component: lazyRouteComponent(() => import('./payments/credits/BuyCredits.tsx'), 'BuyCredits'),
  }),
  createRoute({
    ...within,
    path: '/api-keys',
    component: lazyRouteComponent(() => import('./api-keys/ApiKeys.tsx'), 'ApiKeys'),
  }),
  createRoute({
    ...within,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./webhooks/Webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    ...within,
    path: '/line-servers',
    component: lazyRouteComponent(() => import('./line-servers/LineServers.tsx'), 'LineServers'),
  }),
  createRoute({
    ...within,
    path: '/line-servers/$serverId',
    component: lazyRouteComponent(
      () => import('./line-servers/LineServerScreen.tsx'),
      'LineServerScreen',
    ),
  }),
  createRoute({
    ...within,
    path: '/smart-app',
    component: lazyRouteComponent(() => import('./devices/SmartApp.tsx'), 'SmartApp'),
  }),
  createRoute({
    ...within,
    path: '/charge',
    component: lazyRouteComponent(() => import('./lines/charging/ChargeRun.tsx'), 'ChargeRun'),
  }),
  createRoute({
    ...within,
    path: '/reminders',
    component: lazyRouteComponent(() => import('./reminders/Reminders.tsx'), 'Reminders'),
  }),
  createRoute({
    ...within,
    path: '/reminders/run',
    component: lazyRouteComponent(() => import('./reminders/ReminderRun.tsx'), 'ReminderRun'),
  }),
  createRoute({
    ...within,
    path: '/reminders/history',
    component: lazyRouteComponent(
      () => import('./reminders/ReminderHistory.tsx'),
      'ReminderHistory',
    ),
  }),
  createRoute({
    ...within,
    path: '/batches',
    component: lazyRouteComponent(() => import('./batches/Batches.tsx'), 'Batches'),
  }),
  createRoute({
    ...within,
    path: '/catalogue/{-$section}',
    component: lazyRouteComponent(() => import('./catalogue/Catalogue.tsx'), 'Catalogue'),
  }),
  createRoute({
    ...within,
    path: '/list-movies',
    component: lazyRouteComponent(() => import('./titles/Titles.tsx'), 'Titles'),
  }),
  createRoute({
    ...within,
    path: '/settings-extra',
    component: lazyRouteComponent(() => import('./epg/Extras.tsx'), 'Extras'),
  }),
  createRoute({
    ...within,
    path: '/ticket',
    component: lazyRouteComponent(() => import('./tickets/Tickets.tsx'), 'ResellerTickets'),
  }),
  createRoute({
    ...within,
    path: '/ticket-portal',
    component: lazyRouteComponent(() => import('./tickets/Tickets.tsx'), 'PortalTickets'),
  }),
  /** Every other address: inside the shell for someone signed in, and to the sign-in for anyone else. */
  createRoute({ ...within, path: '$', component: NotFound }),
] as const;

const tree = root.addChildren([home, login, signedIn.addChildren(screens)]);

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

/** Draws the first screen in pieces, so that a phone can respond in between. */
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
