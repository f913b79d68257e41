import { CloseButton, Drawer } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useClosedByBack } from '../../foundation/back.ts';
import { Initials } from '../../ui/Initials.tsx';
import { BrandLink } from '../BrandLink.tsx';
import type { MenuSection, ShellBrand, ShellUser } from './menu.ts';
import { MenuSections } from './MenuSections.tsx';
import { ThemeSwitch } from '../user/ThemeSwitch.tsx';
import { UserName } from '../user/UserName.tsx';
import classes from './MenuDrawer.module.css';

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
  useClosedByBack(opened, onClose);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={310}
      transitionProps={{ duration: 240 }}
    >
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: classes.root }} aria-label="Menu" data-menu-drawer>
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
      </Drawer.Content>
    </Drawer.Root>
  );
}
