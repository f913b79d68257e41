import { IconChevronLeft, IconSearch } from '@tabler/icons-react';
import { Group, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { pluralize } from '../foundation/numbers.ts';
import { useIsLow } from '../foundation/viewport.ts';
import { Initials } from '../ui/Initials.tsx';
import { usePageHeading, useSetBarSlot } from '../ui/layout/page-heading.tsx';
import { BrandLink } from './BrandLink.tsx';
import { CreditsSheet } from './CreditsMenu.tsx';
import type { MenuSection, ShellBrand, ShellUser } from './menu/menu.ts';
import { PageTitle } from './PageTitle.tsx';
import { UserMenu } from './user/UserMenu.tsx';
import classes from './PhoneBar.module.css';

interface PhoneBarProps {
  brand: ShellBrand;
  user: ShellUser;
  credits?: number | undefined;
  sections: readonly MenuSection[];
  unread?: number | undefined;
  /** True while the profile is loading. Placeholders then keep the layout in place. */
  pending?: boolean;
  busy?: ReactNode;
  themeSwitch?: boolean;
  onLogout: () => void;
  onRequestCredits: () => void;
  onFind?: (() => void) | undefined;
}

/**
 * Top bar below 800 px. It contains the mark or the back arrow, the heading (h1) of the page, the
 * credits, and the user menu.
 */
export function PhoneBar({
  brand,
  user,
  credits,
  sections,
  unread = 0,
  pending = false,
  busy,
  themeSwitch = true,
  onLogout,
  onRequestCredits,
  onFind,
}: PhoneBarProps) {
  const heading = usePageHeading();
  // Hides the credits and the global search on a form. A form shows its own cost, and the search
  // would leave the form. Tools of a page need the space.
  const hasTools = heading?.hasTools ?? false;
  const isForm = (heading?.isForm ?? false) || hasTools;
  const isLow = useIsLow();
  const setPlace = useSetBarSlot();
  const isAway = useSlidesAway(heading?.hasSearch ?? false);
  const finds = !isForm && !heading?.hasSearch;
  return (
    <header className={classes.root} data-phone-bar data-away={isAway || undefined}>
      {heading?.back ? (
        <Link {...heading.back} className={classes.back} aria-label="Voltar">
          <IconChevronLeft size={24} stroke={2} aria-hidden />
        </Link>
      ) : (
        <BrandLink brand={brand} bare />
      )}
      {heading && <PageTitle heading={heading} />}
      {heading?.hasSearch && (isLow || hasTools) && (
        <Group
          gap="sm"
          wrap="nowrap"
          flex={hasTools ? '0 1 auto' : '1 1 0'}
          miw={0}
          ref={setPlace}
        />
      )}
      <Group gap="md" justify="flex-end" mih="var(--size-touch)" ms="auto">
        {busy}
        {finds && (onFind || pending) && <FindButton onFind={onFind} />}
        {!isForm && pending && <Skeleton width={88} height={34} radius={10} />}
        {!isForm && credits !== undefined && (
          <CreditsSheet amount={credits} sections={sections} onRequest={onRequestCredits} />
        )}
        <UserMenu
          user={user}
          themeSwitch={themeSwitch}
          onLogout={onLogout}
          unread={unread}
          position="bottom-end"
          offset={6}
        >
          <button type="button" className={classes.user} data-unread={unread > 0 || undefined}>
            <Initials name={user.name} size={34} />
            <span className="visually-hidden">
              Conta{unread > 0 && `, ${pluralize(unread, 'aviso novo', 'avisos novos')}`}
            </span>
          </button>
        </UserMenu>
      </Group>
    </header>
  );
}

const FindButton = ({ onFind }: Pick<PhoneBarProps, 'onFind'>) => (
  <button
    type="button"
    className={classes.find}
    aria-label="Buscar"
    disabled={!onFind}
    onClick={onFind}
  >
    <IconSearch size={21} stroke={1.75} aria-hidden />
  </button>
);

/** Minimum scroll distance in px. Shorter movements are ignored, because they are not intended. */
const STEP_PX = 12;

/**
 * Returns true while the phone's bar is hidden. Scrolling down a list hides the bar. Scrolling up,
 * or reaching the top, shows it again.
 */
function useSlidesAway(on: boolean): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    // Scroll position at the last counted movement. The first event sets it, because reading the
    // position here would force a layout.
    let turn: number | undefined;
    const onScroll = () => {
      const { scrollY } = window;
      turn ??= scrollY;
      const way = scrollY - turn;
      if (scrollY < STEP_PX * 6) setAway(false);
      else if (Math.abs(way) < STEP_PX) return;
      else setAway(way > 0);
      turn = scrollY;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      setAway(false);
    };
  }, [on]);
  return isAway;
}
