/** Everything around a screen for somebody who is signed in: the shell, filled from the profile. */
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useBrand } from './brand/brand.tsx';
import { useSession } from './foundation/session.ts';
import { creationsOf, menuOf, profileLabels, tabsOf } from './menu.ts';
import { EnrolFirst } from './sessions/EnrolFirst.tsx';
import { useProfile } from './sessions/profile.ts';
import { SecondFactorNotices } from './sessions/SecondFactorNotices.tsx';
import { leave } from './sessions/sign-out.ts';
import { Shell } from './shell/Shell.tsx';

export function SignedIn() {
  const brand = useBrand();
  const session = useSession();
  const { data: profile } = useProfile();
  const busy = useIsFetching() + useIsMutating() > 0;
  if (!session) return null;
  // Nothing else is served while a second factor is required and missing.
  const mustEnrol = profile?.second_factor.must_enrol ?? false;
  const shown = mustEnrol ? undefined : profile;
  return (
    <Shell
      brand={brand}
      user={{
        id: session.userId,
        name: session.username,
        profileLabel: profile ? profileLabels[profile.profile] : '',
      }}
      sections={shown ? menuOf(shown) : []}
      tabs={shown ? tabsOf(shown) : []}
      create={shown ? creationsOf(shown) : []}
      credits={profile?.credits ?? undefined}
      busy={busy}
      themeSwitch={!brand.forceLight}
      onLogout={() => void leave()}
    >
      <SecondFactorNotices />
      <EnrolFirst mustEnrol={mustEnrol} />
    </Shell>
  );
}
