/** Everything around a screen for somebody who is signed in: the shell, filled from the profile. */
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { useBrand } from './brand/brand.tsx';
import { useSession } from './foundation/api/session.ts';
import { useIdle } from './foundation/lazy-component.tsx';
import { useNextScreens } from './foundation/use-next-screens.ts';
import { joinLive } from './foundation/live/live.ts';
import { lineDialogs } from './line-dialogs.ts';
import { OtherLineDialogsContext } from './lines/dialogs/other-line-dialogs.ts';
import { MenuCounts } from './MenuCounts.tsx';
import { creationsOf, type LineTotals, menuOf, profileLabels, tabsOf } from './menu.ts';
import { Bell } from './notices/Bell.tsx';
import { useNoticeCount } from './notices/use-notice-count.ts';
import { usePush } from './notices/use-push.ts';
import { usePalette } from './palette/use-palette.ts';
import { EnrolmentGuard } from './sessions/EnrolmentGuard.tsx';
import { useProfile } from './sessions/profile.ts';
import { SecondFactorNotices } from './sessions/SecondFactorNotices.tsx';
import { signOutHere } from './sessions/sign-out.ts';
import { useTicketCounts, useTicketSignals } from './tickets/use-ticket-signals.ts';
import { OfflineNotice } from './shell/OfflineNotice.tsx';
import { Shell } from './shell/Shell.tsx';

/** Comes when it is opened first. */
const Palette = lazy(async () => ({ default: (await import('./palette/Palette.tsx')).Palette }));

/** Only after a restore. */
const QuarantineBand = lazy(async () => ({
  default: (await import('./backups/QuarantineBand.tsx')).QuarantineBand,
}));

export function SignedIn() {
  const brand = useBrand();
  const session = useSession();
  const { data: profile } = useProfile();
  const busy = useIsFetching() + useIsMutating() > 0;
  // Nothing else is served while a second factor is required and missing.
  const mustEnrol = profile?.second_factor.must_enrol ?? false;
  const shown = mustEnrol ? undefined : profile;
  const create = useMemo(() => (shown ? creationsOf(shown) : []), [shown]);
  const palette = usePalette(create);
  useEffect(() => (session ? joinLive(session.userId) : undefined), [session]);
  useTicketSignals();
  const [lineTotals, setLineTotals] = useState<LineTotals>();
  const [telegram, setTelegram] = useState<string>();
  const counts = useIsSettled(busy) && shown !== undefined;
  const tabs = shown ? tabsOf(shown) : [];
  // From the home most go to the list.
  const [home, list] = tabs.map(({ to }) => to);
  const isHome = useLocation({ select: ({ pathname }) => pathname === home });
  useNextScreens(counts && isHome && list ? [list] : []);
  const waiting = useTicketCounts(counts && shown.tickets_menu);
  const unread = useNoticeCount(counts);
  usePush(session?.userId, counts);
  if (!session) return null;
  return (
    <OtherLineDialogsContext value={lineDialogs}>
      <Shell
        brand={brand}
        user={{
          id: session.userId,
          name: session.username,
          profileLabel: profile ? profileLabels[profile.profile] : '',
        }}
        sections={shown ? menuOf(shown, { lines: lineTotals, waiting, telegram }) : []}
        tabs={tabs}
        create={create}
        onFind={shown && palette.open}
        credits={profile?.credits ?? undefined}
        bell={<Bell unread={unread} disabled={mustEnrol} />}
        unread={unread}
        pending={profile === undefined}
        busy={busy}
        themeSwitch={!brand.forceLight}
        onLogout={() => void signOutHere()}
      >
        <OfflineNotice />
        {counts && <MenuCounts profile={shown} onCounts={setLineTotals} onTelegram={setTelegram} />}
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

/** True from when the first screen has all that it asked for. */
function useIsSettled(busy: boolean): boolean {
  const idle = useIdle();
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (idle && !busy) setSettled(true);
  }, [idle, busy]);
  return settled;
}
