import { Popover } from '@mantine/core';
import { IconChevronLeft, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Avatar2 } from '../ui/Avatar2.tsx';
import { usePageHeading } from '../ui/page-heading.tsx';
import { BrandLink } from './BrandLink.tsx';
import type { ShellBrand, ShellUser } from './menu.ts';
import { BusySign, Credits } from './TopBar.tsx';
import { UserMenu } from './UserCard.tsx';

export interface PhoneBarProps {
  brand: ShellBrand;
  user: ShellUser;
  credits?: number | undefined;
  busy?: boolean;
  themeSwitch?: boolean;
  onLogout: () => void;
  onFind?: (() => void) | undefined;
}

/** Below 800 px: mark or back arrow, the page's h1, credits, and the person's menu. */
export function PhoneBar({
  brand,
  user,
  credits,
  busy = false,
  themeSwitch = true,
  onLogout,
  onFind,
}: PhoneBarProps) {
  const heading = usePageHeading();
  return (
    <header className="phone-bar">
      {heading?.back ? (
        <Link {...heading.back} className="phone-bar-back" aria-label="Voltar">
          <IconChevronLeft size={24} stroke={2} aria-hidden />
        </Link>
      ) : (
        <BrandLink brand={brand} bare />
      )}
      {heading && <h1>{heading.title}</h1>}
      <div className="phone-bar-side">
        <BusySign busy={busy} />
        {credits !== undefined && <Credits amount={credits} short />}
        {onFind && (
          <button type="button" className="phone-bar-find" aria-label="Buscar" onClick={onFind}>
            <IconSearch size={21} stroke={1.75} aria-hidden />
          </button>
        )}
        <Popover
          position="bottom-end"
          offset={6}
          trapFocus
          returnFocus
          transitionProps={{ duration: 120, transition: 'fade' }}
        >
          <Popover.Target>
            <button type="button" className="phone-bar-user">
              <Avatar2 name={user.name} size={34} />
              <span className="visually-hidden">Conta</span>
            </button>
          </Popover.Target>
          <Popover.Dropdown className="user-menu" aria-label="Conta">
            <UserMenu user={user} themeSwitch={themeSwitch} onLogout={onLogout} />
          </Popover.Dropdown>
        </Popover>
      </div>
    </header>
  );
}
