import { ActionIcon, Skeleton, Stack } from '@mantine/core';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { KeyCap } from '../ui/KeyCap.tsx';
import { BrandLink } from './BrandLink.tsx';
import type { MenuSection, ShellBrand, ShellUser } from './menu/menu.ts';
import { MenuSections } from './menu/MenuSections.tsx';
import { UserCard } from './user/UserCard.tsx';
import { useChosenInSight } from './use-chosen-in-sight.ts';
import { type SidebarFold, useCloseOutside } from './use-sidebar-fold.ts';
import classes from './Sidebar.module.css';

interface SidebarProps {
  brand: ShellBrand;
  user: ShellUser;
  sections: readonly MenuSection[];
  themeSwitch?: boolean;
  onLogout: () => void;
  onFind?: (() => void) | undefined;
  /** The profile has not arrived yet. */
  pending?: boolean;
  fold: SidebarFold;
}

const isMac = /mac/i.test(navigator.userAgent);

/** The navigation from 800 px up. Folded, it shows one icon for each group, with its entries in a menu. */
export function Sidebar({
  brand,
  user,
  sections,
  themeSwitch = true,
  onLogout,
  onFind,
  pending = false,
  fold,
}: SidebarProps) {
  const { folded, over, toggle, close } = fold;
  const root = useRef<HTMLElement>(null);
  useCloseOutside(root, fold);
  // The profile adds entries, and their height differs when the menu is folded.
  const menu = useChosenInSight(`${folded} ${sections.length}`);
  return (
    <aside
      ref={root}
      className={classes.root}
      data-folded={folded || undefined}
      data-over={over || undefined}
    >
      <div className={classes.head}>
        <BrandLink brand={brand} bare={folded} />
        <FoldButton folded={folded} onClick={toggle} />
      </div>
      {pending && !onFind && (
        <Skeleton className={classes.find} height="2.125rem" width="auto" radius={10} />
      )}
      {onFind && (
        <button
          type="button"
          className={classes.find}
          onClick={onFind}
          aria-label={folded ? 'Buscar' : undefined}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <IconSearch size={16} stroke={1.75} aria-hidden />
          <span>Buscar…</span>
          <KeyCap aria-hidden>{isMac ? '⌘' : 'Ctrl'}</KeyCap>
          <KeyCap aria-hidden>K</KeyCap>
        </button>
      )}
      <nav ref={menu} className={classes.menu} aria-label="Menu">
        {pending && sections.length === 0 ? (
          <MenuSkeleton />
        ) : (
          <MenuSections sections={sections} foldable folded={folded} onChoose={close} />
        )}
      </nav>
      <UserCard user={user} folded={folded} themeSwitch={themeSwitch} onLogout={onLogout} />
    </aside>
  );
}

function FoldButton({ folded, onClick }: { folded: boolean; onClick: () => void }) {
  const label = folded ? 'Abrir o menu' : 'Recolher o menu';
  return (
    <ActionIcon
      data-tooltip={label}
      data-tooltip-side="right"
      className={classes.toggle}
      size={30}
      aria-label={label}
      aria-expanded={!folded}
      onClick={onClick}
    >
      {folded ? (
        <IconLayoutSidebarLeftExpand size={18} stroke={1.75} />
      ) : (
        <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} />
      )}
    </ActionIcon>
  );
}

const PLACEHOLDERS = 8;

/** Shape of the menu while the profile loads. */
const MenuSkeleton = () => (
  <Stack gap="sm" aria-busy data-menu-skeleton>
    {Array.from({ length: PLACEHOLDERS }, (_, at) => (
      <Skeleton key={at} height={34} radius={10} />
    ))}
  </Stack>
);
