/** Everything around a screen for somebody who is signed in: the shell, filled from the profile. */
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useBrand } from './brand/brand.tsx';
import { useSession } from './foundation/session.ts';
import { creationsOf, menuOf, profileLabels, tabsOf } from './menu.ts';
import { useProfile } from './sessions/profile.ts';
import { leave } from './sessions/sign-out.ts';
import { Shell } from './shell/Shell.tsx';

export function SignedIn() {
  const brand = useBrand();
  const session = useSession();
  const { data: profile } = useProfile();
  const busy = useIsFetching() + useIsMutating() > 0;
  if (!session) return null;
  return (
    <Shell
      brand={brand}
      user={{
        id: session.userId,
        name: session.username,
        profileLabel: profile ? profileLabels[profile.profile] : '',
      }}
      sections={profile ? menuOf(profile) : []}
      tabs={profile ? tabsOf(profile) : []}
      create={profile ? creationsOf(profile) : []}
      credits={profile?.credits ?? undefined}
      busy={busy}
      themeSwitch={!brand.forceLight}
      onLogout={() => void leave()}
    >
      <Outlet />
    </Shell>
  );
}
