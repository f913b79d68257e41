/**
 * All screens with their permissions. Each screen is a separate chunk, and the sign-in loads none
 * of them. A screen parses its own address parameters. The parameters are declared in the contract,
 * so an import of them here would load the contract before the sign-in.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { followVisits } from './foundation/api/first-calls.ts';
import { closeFirstOnBack } from './foundation/back.ts';
import { goHome, readSignInSearch, requireNoSession, requireSession } from './sessions/guards.ts';
import { SignIn } from './sessions/sign-in/SignIn.tsx';
import { BrokenScreen } from './ui/states/BrokenScreen.tsx';

const root = createRootRoute();

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

/** Screen without the menu of the panel. */
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./welcome/Welcome.tsx'), 'Welcome'),
});

/** Page of a stranger who was invited to become a reseller. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/convite/$code',
  component: lazyRouteComponent(
    () => import('./resellers/invitation/AcceptInvitation.tsx'),
    'AcceptInvitation',
  ),
});

/** Declares a screen inside the panel, loaded in its own chunk. */
const screen = <Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    component: lazyRouteComponent<Record<Name, () => ReactNode>, Name>(load, name),
  });

const screens = [
  screen('/dashboard', () => import('./dashboard/Dashboard.tsx'), 'Dashboard'),
  screen('/user-iptv', () => import('./lines/create/create-screens.tsx'), 'CreateIptvLine'),
  screen('/users-iptv/{-$resellerId}', () => import('./abuse/iptv-list-screens.tsx'), 'IptvLines'),
  screen('/user-p2p', () => import('./lines/create/create-screens.tsx'), 'CreateP2pLine'),
  screen(
    '/users-p2p/{-$resellerId}',
    () => import('./lines/list/p2p-list-screens.tsx'),
    'P2pLines',
  ),
  screen('/new-user-p2p', () => import('./lines/create/create-screens.tsx'), 'CreateNewP2pLine'),
  screen(
    '/new-users-p2p/{-$resellerId}',
    () => import('./lines/list/p2p-list-screens.tsx'),
    'NewP2pLines',
  ),
  screen('/migration-iptv', () => import('./lines/migrators/migrator-screens.tsx'), 'IptvMigrator'),
  screen('/migration-p2p', () => import('./lines/migrators/migrator-screens.tsx'), 'P2pMigrator'),
  screen('/double-access', () => import('./abuse/iptv-list-screens.tsx'), 'AllIptvLines'),
  screen('/import-lines', () => import('./lines/import/ImportLines.tsx'), 'ImportLines'),
  screen('/panel-imports', () => import('./panel-imports/PanelImports.tsx'), 'PanelImports'),
  screen('/reseller', () => import('./resellers/create/CreateReseller.tsx'), 'CreateReseller'),
  screen('/list-resellers', () => import('./resellers/list/Resellers.tsx'), 'Resellers'),
  screen('/extract', () => import('./credits/Extract.tsx'), 'Extract'),
  screen('/log', () => import('./logs/Log.tsx'), 'Log'),
  screen('/reports', () => import('./reports/Reports.tsx'), 'Reports'),
  screen('/numbers/{-$part}', () => import('./numbers/Numbers.tsx'), 'Numbers'),
  screen('/numbers/rows/$figure', () => import('./numbers/rows/NumberRows.tsx'), 'NumberRows'),
  screen('/storefront/{-$part}', () => import('./storefront/Storefront.tsx'), 'Storefront'),
  screen(
    '/storefront/rows/$rows',
    () => import('./storefront/rows/StorefrontRows.tsx'),
    'StorefrontRows',
  ),
  screen('/me', () => import('./me/Me.tsx'), 'Me'),
  screen('/2fa-manager', () => import('./second-factors/SecondFactors.tsx'), 'SecondFactors'),
  screen('/settings', () => import('./settings/Settings.tsx'), 'Settings'),
  screen(
    '/settings/announcement/{-$announcementId}',
    () => import('./settings/announcements/WriteAnnouncement.tsx'),
    'WriteAnnouncement',
  ),
  screen('/categorie-config', () => import('./games/TodaysGames.tsx'), 'TodaysGames'),
  screen('/balancer', () => import('./balancers/Balancers.tsx'), 'Balancers'),
  screen('/version', () => import('./nodes/Version.tsx'), 'Version'),
  screen('/view-backups', () => import('./backups/Backups.tsx'), 'Backups'),
  screen('/quarantine', () => import('./backups/ExternalEvents.tsx'), 'ExternalEvents'),
  screen('/dns', () => import('./hostnames/Hostnames.tsx'), 'Hostnames'),
  screen('/dns-collector', () => import('./hostnames/collector/Collector.tsx'), 'Collector'),
  screen('/dns-activator', () => import('./devices/activators/Activators.tsx'), 'Activators'),
  screen('/dns-settings', () => import('./balancers/ProxyIp.tsx'), 'ProxyIp'),
  screen(
    '/settings-franchise',
    () => import('./settings/links/LinkScreens.tsx'),
    'LinksAndAnnouncements',
  ),
  screen(
    '/settings-franchise-portal',
    () => import('./settings/links/LinkScreens.tsx'),
    'NoticesAndPortal',
  ),
  screen('/settings/message', () => import('./settings/message/WriteMessage.tsx'), 'WriteMessage'),
  screen('/channels', () => import('./settings/channels/Channels.tsx'), 'Channels'),
  screen('/brands/{-$brand}', () => import('./settings/brands/Brands.tsx'), 'Brands'),
  screen('/notices', () => import('./notices/Notices.tsx'), 'Notices'),
  screen('/blacklist', () => import('./blocklist/BlockedIps.tsx'), 'BlockedIps'),
  screen('/view-duplicates', () => import('./duplicates/Duplicates.tsx'), 'Duplicates'),
  screen('/recharge-portal', () => import('./payments/recharges/Recharges.tsx'), 'Recharges'),
  screen('/referrals', () => import('./referrals/Referrals.tsx'), 'Referrals'),
  screen('/coupons', () => import('./coupons/Coupons.tsx'), 'Coupons'),
  screen('/recurring-pix', () => import('./payments/recurring/RecurringPix.tsx'), 'RecurringPix'),
  screen(
    '/payment-providers',
    () => import('./payments/providers/PaymentProviders.tsx'),
    'PaymentProviders',
  ),
  screen('/buy-credits', () => import('./payments/credits/BuyCredits.tsx'), 'BuyCredits'),
  screen('/api-keys', () => import('./api-keys/ApiKeys.tsx'), 'ApiKeys'),
  screen('/webhooks', () => import('./webhooks/Webhooks.tsx'), 'Webhooks'),
  screen('/line-servers', () => import('./line-servers/LineServers.tsx'), 'LineServers'),
  screen(
    '/line-servers/$serverId',
    () => import('./line-servers/LineServerScreen.tsx'),
    'LineServerScreen',
  ),
  screen('/boxes', () => import('./boxes/Boxes.tsx'), 'Boxes'),
  screen('/smart-app', () => import('./devices/SmartApp.tsx'), 'SmartApp'),
  screen('/charge', () => import('./lines/charging/ChargeRun.tsx'), 'ChargeRun'),
  screen('/reminders', () => import('./reminders/Reminders.tsx'), 'Reminders'),
  screen('/reminders/run', () => import('./reminders/ReminderRun.tsx'), 'ReminderRun'),
  screen('/reminders/history', () => import('./reminders/ReminderHistory.tsx'), 'ReminderHistory'),
  screen('/win-back', () => import('./win-back/WinBack.tsx'), 'WinBack'),
  screen('/win-back/history', () => import('./win-back/WinBackHistory.tsx'), 'WinBackHistory'),
  screen('/win-back/rows/$list', () => import('./win-back/rows/WinBackRows.tsx'), 'WinBackRows'),
  screen('/batches', () => import('./batches/Batches.tsx'), 'Batches'),
  screen('/catalogue/{-$section}', () => import('./catalogue/Catalogue.tsx'), 'Catalogue'),
  screen('/list-movies', () => import('./titles/Titles.tsx'), 'Titles'),
  screen('/settings-extra', () => import('./epg/Extras.tsx'), 'Extras'),
  screen('/ticket', () => import('./tickets/Tickets.tsx'), 'ResellerTickets'),
  screen('/ticket-portal', () => import('./tickets/Tickets.tsx'), 'PortalTickets'),
  /**
   * Screen for every other address. It is shown in the shell to a signed-in user; other users are
   * redirected to the sign-in.
   */
  screen('$', () => import('./shell/NotFound.tsx'), 'NotFound'),
] as const;

const tree = root.addChildren([home, login, welcome, invitation, signedIn.addChildren(screens)]);

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
