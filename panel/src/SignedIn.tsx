/** Renders the shell around each screen after the sign-in, with data from the profile. */
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { useBrand } from './brand/brand.tsx';
import { type Session, useSession } from './foundation/api/session.ts';
import { useIdle } from './foundation/lazy-component.tsx';
import { useNextScreens } from './foundation/use-next-screens.ts';
import { joinLive } from './foundation/live/live.ts';
import { lineDialogs } from './line-dialogs.ts';
import { OtherLineDialogsContext } from './lines/dialogs/other-line-dialogs.ts';
import { requestCredits } from './lines/fields/whatsapp.ts';
import { MenuCounts } from './MenuCounts.tsx';
import {
  buildCreateLinks,
  type LineTotals,
  buildMenu,
  type Profile,
  profileLabels,
  buildTabs,
} from './menu.ts';
import { Bell } from './notices/Bell.tsx';
import { useNoticeCount } from './notices/use-notice-count.ts';
import { usePush } from './notices/use-push.ts';
import { usePalette } from './palette/use-palette.ts';
import { EnrolmentGuard } from './sessions/EnrolmentGuard.tsx';
import { trackInput } from './foundation/track-input.ts';
import { CodePrompt } from './second-factors/CodePrompt.tsx';
import { useProfile } from './sessions/profile.ts';
import { SecondFactorNotices } from './sessions/SecondFactorNotices.tsx';
import { signOutHere } from './sessions/sign-out.ts';
import { useTicketCounts, useTicketSignals } from './tickets/use-ticket-signals.ts';
import { OfflineNotice } from './shell/OfflineNotice.tsx';
import { Shell } from './shell/Shell.tsx';
import { BusySign } from './shell/TopBar.tsx';
import { Tooltips } from './ui/floating/Tooltips.tsx';

// Called here instead of in main.tsx, so that the sign-in page stays within its size limit.
trackInput();

/** Loaded when the palette is opened for the first time. */
const Palette = lazy(async () => ({ default: (await import('./palette/Palette.tsx')).Palette }));

/** Loaded only after a restore. */
const QuarantineBand = lazy(async () => ({
  default: (await import('./backups/QuarantineBand.tsx')).QuarantineBand,
}));

const busySign = <Busy />;
const leave = () => void signOutHere();

export function SignedIn() {
  const brand = useBrand();
  const session = useSession();
  const { data: profile } = useProfile();
  // True if the account must set up a second factor first. Until then the server rejects all other
  // calls.
  const mustEnrol = profile?.secondFactor.mustEnrol ?? false;
  const shown = mustEnrol ? undefined : profile;
  const create = useMemo(() => (shown ? buildCreateLinks(shown) : []), [shown]);
  const palette = usePalette(create);
  useEffect(() => (session ? joinLive(session.userId) : undefined), [session]);
  useTicketSignals();
  const counts = useIdle() && shown !== undefined;
  const menu = useMenu(shown, counts);
  const unread = useNoticeCount(counts);
  usePush(session?.userId, counts);
  const user = useUser(session, profile);
  const bell = useMemo(() => <Bell unread={unread} disabled={mustEnrol} />, [unread, mustEnrol]);
  if (!session) return null;
  return (
    <OtherLineDialogsContext value={lineDialogs}>
      <CodePrompt />
      <Shell
        brand={brand}
        user={user}
        sections={menu.sections}
        tabs={menu.tabs}
        create={create}
        onFind={shown && palette.open}
        credits={profile?.credits ?? undefined}
        bell={bell}
        unread={unread}
        pending={profile === undefined}
        busy={busySign}
        themeSwitch={!brand.forceLight}
        onLogout={leave}
        onRequestCredits={requestCredits}
      >
        <OfflineNotice />
        <Tooltips />
        {counts && <MenuCounts profile={shown} {...menu.learns} />}
        {shown?.quarantine && (
          <Suspense>
            <QuarantineBand quarantine={shown.quarantine} isAdmin={shown.profile === 'admin'} />
          </Suspense>
        )}
        <SecondFactorNotices />
        <EnrolmentGuard mustEnrol={mustEnrol} />
        {shown && palette.opened && (
          <Suspense>
            <Palette profile={shown} onClose={palette.close} />
          </Suspense>
        )}
      </Shell>
    </OtherLineDialogsContext>
  );
}

/**
 * Counts the requests in a separate component, so that a request does not render the rest of the
 * shell again.
 */
function Busy() {
  return <BusySign busy={useIsFetching() + useIsMutating() > 0} />;
}

const useUser = (session: Session | undefined, profile: Profile | undefined) =>
  useMemo(
    () => ({
      id: session?.userId ?? 0,
      name: session?.username ?? '',
      profileLabel: profile ? profileLabels[profile.profile] : '',
    }),
    [session, profile],
  );

/**
 * Returns the menu and the tabs of the phone. The counts are loaded after the first screen is
 * rendered.
 */
function useMenu(shown: Profile | undefined, counts: boolean) {
  const [lines, onCounts] = useState<LineTotals>();
  const [telegram, onTelegram] = useState<string>();
  const [waitingBoxes, onBoxes] = useState<number>();
  const waiting = useTicketCounts(counts && (shown?.ticketsMenu ?? false));
  const tabs = useMemo(() => (shown ? buildTabs(shown) : []), [shown]);
  const sections = useMemo(
    () => (shown ? buildMenu(shown, { lines, waiting, waitingBoxes, telegram }) : []),
    [shown, lines, waiting, waitingBoxes, telegram],
  );
  // Preloads the list on the home screen, because most users open the list next.
  const [home, list] = tabs.map(({ to }) => to);
  const isHome = useLocation({ select: ({ pathname }) => pathname === home });
  useNextScreens(counts && isHome && list ? [list] : []);
  return { tabs, sections, learns: { onCounts, onTelegram, onBoxes } };
}
