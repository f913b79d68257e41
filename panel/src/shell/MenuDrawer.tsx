import { CloseButton, Drawer } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Avatar2 } from '../ui/Avatar2.tsx';
import { BrandLink } from './BrandLink.tsx';
import type { MenuSection, ShellBrand, ShellUser } from './menu.ts';
import { MenuSections } from './MenuSections.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { identity } from './UserCard.tsx';

export interface MenuDrawerProps {
  opened: boolean;
  onClose: () => void;
  brand: ShellBrand;
  user: ShellUser;
  sections: readonly MenuSection[];
  themeSwitch?: boolean;
  onLogout: () => void;
}

/** The sidebar on the phone, from «Mais». Choosing a link closes it. */
export function MenuDrawer({
  opened,
  onClose,
  brand,
  user,
  sections,
  themeSwitch = true,
  onLogout,
}: MenuDrawerProps) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={310}
      transitionProps={{ duration: 240 }}
    >
      <Drawer.Overlay className="scrim" />
      <Drawer.Content classNames={{ content: 'menu-drawer' }} aria-label="Menu">
        <div className="menu-drawer-head">
          <BrandLink brand={brand} onClick={onClose} />
          <CloseButton size={44} iconSize={20} aria-label="Fechar o menu" onClick={onClose} />
        </div>
        <nav className="menu-drawer-menu" aria-label="Menu">
          <MenuSections sections={sections} onChoose={onClose} />
        </nav>
        {themeSwitch && (
          <div className="menu-drawer-scheme">
            <span>Tema</span>
            <ThemeSwitch />
          </div>
        )}
        <div className="menu-drawer-foot">
          <Avatar2 name={user.name} size={38} />
          <span className="user-card-words">
            <span>{identity(user)}</span>
            <small>{user.profileLabel}</small>
          </span>
          <button
            type="button"
            className="menu-drawer-logout"
            aria-label="Logout"
            onClick={onLogout}
          >
            <IconLogout size={20} stroke={1.75} aria-hidden />
          </button>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
