import { CloseButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { SideSheet } from '../../ui/bottom-sheet/SideSheet.tsx';
import { Initials } from '../../ui/Initials.tsx';
import { BrandLink } from '../BrandLink.tsx';
import type { MenuSection, ShellBrand, ShellUser } from './menu.ts';
import { MenuSections } from './MenuSections.tsx';
import { ThemeSwitch } from '../user/ThemeSwitch.tsx';
import { UserName } from '../user/UserName.tsx';
import classes from './MenuDrawer.module.css';

interface MenuDrawerProps {
  opened: boolean;
  onClose: () => void;
  brand: ShellBrand;
  user: ShellUser;
  sections: readonly MenuSection[];
  themeSwitch?: boolean;
  onLogout: () => void;
}

/** Drawer with the menu on the phone, opened by «Mais». Pressing a link closes it. */
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
    <SideSheet opened={opened} onClose={onClose} label="Menu" className={classes.root}>
      <div className={classes.head}>
        <BrandLink brand={brand} onClick={onClose} />
        <CloseButton size={44} iconSize={20} aria-label="Fechar o menu" onClick={onClose} />
      </div>
      <nav className={classes.menu} aria-label="Menu">
        <MenuSections sections={sections} onChoose={onClose} />
      </nav>
      {themeSwitch && (
        <div className={classes.scheme}>
          <span>Tema</span>
          <ThemeSwitch />
        </div>
      )}
      <div className={classes.foot}>
        <Initials name={user.name} size={38} />
        <UserName user={user} />
        <button type="button" className={classes.logout} aria-label="Logout" onClick={onLogout}>
          <IconLogout size={20} stroke={1.75} aria-hidden />
        </button>
      </div>
    </SideSheet>
  );
}
