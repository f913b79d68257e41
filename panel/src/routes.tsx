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

const signedInParent = { getParentRoute: () => signedIn } as const;

const screens = [
  createRoute({
    ...signedInParent,
    path: '/dashboard',
    component: lazyRouteComponent(() => import('./dashboard/Dashboard.tsx'), 'Dashboard'),
  }),
  createRoute({
    ...signedInParent,
    path: '/user-iptv',
    component: lazyRouteComponent(
      () => import('./lines/create/create-screens.tsx'),
      'CreateIptvLine',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/users-iptv/{-$resellerId}',
    component: lazyRouteComponent(() => import('./abuse/iptv-list-screens.tsx'), 'IptvLines'),
  }),
  createRoute({
    ...signedInParent,
    path: '/user-p2p',
    component: lazyRouteComponent(
      () => import('./lines/create/create-screens.tsx'),
      'CreateP2pLine',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/users-p2p/{-$resellerId}',
    component: lazyRouteComponent(() => import('./lines/list/p2p-list-screens.tsx'), 'P2pLines'),
  }),
  createRoute({
    ...signedInParent,
    path: '/new-user-p2p',
    component: lazyRouteComponent(
      () => import('./lines/create/create-screens.tsx'),
      'CreateNewP2pLine',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/new-users-p2p/{-$resellerId}',
    component: lazyRouteComponent(() => import('./lines/list/p2p-list-screens.tsx'), 'NewP2pLines'),
  }),
  createRoute({
    ...signedInParent,
    path: '/migration-iptv',
    component: lazyRouteComponent(
      () => import('./lines/migrators/migrator-screens.tsx'),
      'IptvMigrator',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/migration-p2p',
    component: lazyRouteComponent(
      () => import('./lines/migrators/migrator-screens.tsx'),
      'P2pMigrator',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/double-access',
    component: lazyRouteComponent(() => import('./abuse/iptv-list-screens.tsx'), 'AllIptvLines'),
  }),
  createRoute({
    ...signedInParent,
    path: '/import-lines',
    component: lazyRouteComponent(() => import('./lines/import/ImportLines.tsx'), 'ImportLines'),
  }),
  createRoute({
    ...signedInParent,
    path: '/panel-imports',
    component: lazyRouteComponent(() => import('./panel-imports/PanelImports.tsx'), 'PanelImports'),
  }),
  createRoute({
    ...signedInParent,
    path: '/reseller',
    component: lazyRouteComponent(
      () => import('./resellers/create/CreateReseller.tsx'),
      'CreateReseller',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/list-resellers',
    component: lazyRouteComponent(() => import('./resellers/list/Resellers.tsx'), 'Resellers'),
  }),
  createRoute({
    ...signedInParent,
    path: '/extract',
    component: lazyRouteComponent(() => import('./credits/Extract.tsx'), 'Extract'),
  }),
  createRoute({
    ...signedInParent,
    path: '/log',
    component: lazyRouteComponent(() => import('./logs/Log.tsx'), 'Log'),
  }),
  createRoute({
    ...signedInParent,
    path: '/reports',
    component: lazyRouteComponent(() => import('./reports/Reports.tsx'), 'Reports'),
  }),
  createRoute({
    ...signedInParent,
    path: '/me',
    component: lazyRouteComponent(() => import('./me/Me.tsx'), 'Me'),
  }),
  createRoute({
    ...signedInParent,
    path: '/2fa-manager',
    component: lazyRouteComponent(
      () => import('./second-factors/SecondFactors.tsx'),
      'SecondFactors',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/settings',
    component: lazyRouteComponent(() => import('./settings/Settings.tsx'), 'Settings'),
  }),
  createRoute({
    ...signedInParent,
    path: '/settings/announcement/{-$announcementId}',
    component: lazyRouteComponent(
      () => import('./settings/announcements/WriteAnnouncement.tsx'),
      'WriteAnnouncement',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/categorie-config',
    component: lazyRouteComponent(() => import('./games/TodaysGames.tsx'), 'TodaysGames'),
  }),
  createRoute({
    ...signedInParent,
    path: '/balancer',
    component: lazyRouteComponent(() => import('./balancers/Balancers.tsx'), 'Balancers'),
  }),
  createRoute({
    ...signedInParent,
    path: '/view-backups',
    component: lazyRouteComponent(() => import('./backups/Backups.tsx'), 'Backups'),
  }),
  createRoute({
    ...signedInParent,
    path: '/quarantine',
    component: lazyRouteComponent(() => import('./backups/Outside.tsx'), 'Outside'),
  }),
  createRoute({
    ...signedInParent,
    path: '/dns',
    component: lazyRouteComponent(() => import('./hostnames/Hostnames.tsx'), 'Hostnames'),
  }),
  createRoute({
    ...signedInParent,
    path: '/dns-collector',
    component: lazyRouteComponent(() => import('./hostnames/collector/Collector.tsx'), 'Collector'),
  }),
  createRoute({
    ...signedInParent,
    path: '/dns-activator',
    component: lazyRouteComponent(
      () => import('./devices/activators/Activators.tsx'),
      'Activators',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/dns-settings',
    component: lazyRouteComponent(() => import('./balancers/ProxyIp.tsx'), 'ProxyIp'),
  }),
  createRoute({
    ...signedInParent,
    path: '/settings-franchise',
    component: lazyRouteComponent(
      () => import('./settings/links/LinkScreens.tsx'),
      'LinksAndAnnouncements',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/settings-franchise-portal',
    component: lazyRouteComponent(
      () => import('./settings/links/LinkScreens.tsx'),
      'NoticesAndPortal',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/settings/message',
    component: lazyRouteComponent(
      () => import('./settings/message/WriteMessage.tsx'),
      'WriteMessage',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/channels',
    component: lazyRouteComponent(() => import('./settings/channels/Channels.tsx'), 'Channels'),
  }),
  createRoute({
    ...signedInParent,
    path: '/brands/{-$brand}',
    component: lazyRouteComponent(() => import('./settings/brands/Brands.tsx'), 'Brands'),
  }),
  createRoute({
    ...signedInParent,
    path: '/notices',
    component: lazyRouteComponent(() => import('./notices/Notices.tsx'), 'Notices'),
  }),
  createRoute({
    ...signedInParent,
    path: '/blacklist',
    component: lazyRouteComponent(() => import('./blocklist/BlockedIps.tsx'), 'BlockedIps'),
  }),
  createRoute({
    ...signedInParent,
    path: '/view-duplicates',
    component: lazyRouteComponent(() => import('./duplicates/Duplicates.tsx'), 'Duplicates'),
  }),
  createRoute({
    ...signedInParent,
    path: '/recharge-portal',
    component: lazyRouteComponent(() => import('./payments/recharges/Recharges.tsx'), 'Recharges'),
  }),
  createRoute({
    ...signedInParent,
    path: '/buy-credits',
    component: lazyRouteComponent(() => import('./payments/credits/BuyCredits.tsx'), 'BuyCredits'),
  }),
  createRoute({
    ...signedInParent,
    path: '/api-keys',
    component: lazyRouteComponent(() => import('./api-keys/ApiKeys.tsx'), 'ApiKeys'),
  }),
  createRoute({
    ...signedInParent,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./webhooks/Webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    ...signedInParent,
    path: '/line-servers',
    component: lazyRouteComponent(() => import('./line-servers/LineServers.tsx'), 'LineServers'),
  }),
  createRoute({
    ...signedInParent,
    path: '/line-servers/$serverId',
    component: lazyRouteComponent(
      () => import('./line-servers/LineServerScreen.tsx'),
      'LineServerScreen',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/smart-app',
    component: lazyRouteComponent(() => import('./devices/SmartApp.tsx'), 'SmartApp'),
  }),
  createRoute({
    ...signedInParent,
    path: '/charge',
    component: lazyRouteComponent(() => import('./lines/charging/ChargeRun.tsx'), 'ChargeRun'),
  }),
  createRoute({
    ...signedInParent,
    path: '/reminders',
    component: lazyRouteComponent(() => import('./reminders/Reminders.tsx'), 'Reminders'),
  }),
  createRoute({
    ...signedInParent,
    path: '/reminders/run',
    component: lazyRouteComponent(() => import('./reminders/ReminderRun.tsx'), 'ReminderRun'),
  }),
  createRoute({
    ...signedInParent,
    path: '/reminders/history',
    component: lazyRouteComponent(
      () => import('./reminders/ReminderHistory.tsx'),
      'ReminderHistory',
    ),
  }),
  createRoute({
    ...signedInParent,
    path: '/batches',
    component: lazyRouteComponent(() => import('./batches/Batches.tsx'), 'Batches'),
  }),
  createRoute({
    ...signedInParent,
    path: '/catalogue/{-$section}',
    component: lazyRouteComponent(() => import('./catalogue/Catalogue.tsx'), 'Catalogue'),
  }),
  createRoute({
    ...signedInParent,
    path: '/list-movies',
    component: lazyRouteComponent(() => import('./titles/Titles.tsx'), 'Titles'),
  }),
  createRoute({
    ...signedInParent,
    path: '/settings-extra',
    component: lazyRouteComponent(() => import('./epg/Extras.tsx'), 'Extras'),
  }),
  createRoute({
    ...signedInParent,
    path: '/ticket',
    component: lazyRouteComponent(() => import('./tickets/Tickets.tsx'), 'ResellerTickets'),
  }),
  createRoute({
    ...signedInParent,
    path: '/ticket-portal',
    component: lazyRouteComponent(() => import('./tickets/Tickets.tsx'), 'PortalTickets'),
  }),
  /** Every other address: inside the shell for someone signed in, and to the sign-in for anyone else. */
  createRoute({ ...signedInParent, path: '$', component: NotFound }),
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
