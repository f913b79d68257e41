import { Menu } from '@mantine/core';
import { IconChevronLeft, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Avatar2 } from '../ui/Avatar2.tsx';
import { usePageHeading } from '../ui/page-heading.tsx';
import { BrandLink } from './BrandLink.tsx';
import type { ShellBrand, ShellUser } from './menu.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { BusySign, Credits } from './TopBar.tsx';
import { identity } from './UserCard.tsx';

export interface PhoneBarProps {
  brand: ShellBrand;
  user: ShellUser;
  credits?: number | undefined;
  busy?: boolean;
  themeSwitch?: boolean;
  onLogout: () => void;
}

/** Below 800 px: mark or back arrow, the page's h1, credits, and the person's menu. */
export function PhoneBar({ brand, user, credits, busy = false, themeSwitch = true, onLogout }: PhoneBarProps) {
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
        <Menu position="bottom-end" offset={6} width={230} transitionProps={{ duration: 120, transition: 'fade' }}>
          <Menu.Target>
            <button type="button" className="phone-bar-user" aria-label={`Conta: ID ${user.id}, ${user.name}`}>
              <Avatar2 name={user.name} size={34} />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <p className="user-menu-name">
              {identity(user)}
              <small>{user.profileLabel}</small>
            </p>
            {themeSwitch && (
              <div className="user-menu-scheme">
                <span>Tema</span>
                <ThemeSwitch />
              </div>
            )}
            <Menu.Divider />
            <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} />} onClick={onLogout}>
              Logout
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </header>
  );
}
