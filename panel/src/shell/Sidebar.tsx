import { ActionIcon, Box, Skeleton, Stack } from '@mantine/core';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
} from '@tabler/icons-react';
import { useRef, type RefObject, useEffect } from 'react';
import { KeyCap } from '../ui/KeyCap.tsx';
import { BrandLink } from './BrandLink.tsx';
import type { MenuSection, ShellBrand, ShellUser } from './menu/menu.ts';
import { MenuSections } from './menu/MenuSections.tsx';
import { UserCard } from './user/UserCard.tsx';
import { type SidebarFold, useCloseOutside } from './use-sidebar-fold.ts';
import classes from './Sidebar.module.css';
import { useRouterState } from '@tanstack/react-router';

interface SidebarProps {
  brand: ShellBrand;
  user: ShellUser;
  sections: readonly MenuSection[];
  themeSwitch?: boolean;
  onLogout: () => void;
  onFind?: (() => void) | undefined;
  /** True while the profile is loading. */
  pending?: boolean;
  fold: SidebarFold;
}

const isMac = /mac/i.test(navigator.userAgent);

/**
 * Navigation from 800 px up. When it is folded, it shows one icon for each group, and the icon
 * opens a menu with the entries.
 */
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
  const { folded, isOverlay, toggle, close } = fold;
  const root = useRef<HTMLElement>(null);
  useCloseOutside(root, fold);
  // The menu scrolls again if the profile adds entries or the menu is folded, because both move the
  // entries.
  const menu = useChosenInSight(`${folded} ${sections.length}`);
  return (
    <aside
      ref={root}
      className={classes.root}
      data-folded={folded || undefined}
      data-over={isOverlay || undefined}
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
          <Box component="span" flex={1} ta="start">
            Buscar…
          </Box>
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
      c="var(--ink-3)"
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

const MenuSkeleton = () => (
  <Stack gap="sm" aria-busy data-menu-skeleton>
    {Array.from({ length: PLACEHOLDERS }, (_, at) => (
      <Skeleton key={at} height={34} radius={10} />
    ))}
  </Stack>
);

/** Space in px above and below the current entry, so that its neighbours are visible too. */
const MARGIN = 32;

/**
 * Scrolls the menu on each navigation until the current entry is visible. The page itself does not
 * scroll.
 */
function useChosenInSight(drawnAnew: unknown): RefObject<HTMLElement | null> {
  const menu = useRef<HTMLElement>(null);
  // Path of the resolved route. The address changes earlier, but the branch of a page opens only
  // after its route is resolved.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    const chosen = menu.current?.querySelector('[aria-current="page"], [data-here]');
    if (!menu.current || !chosen) return;
    const entry = chosen.getBoundingClientRect();
    // Skips an entry that is not rendered, because the user has closed its branch.
    if (entry.height === 0) return;
    const sight = menu.current.getBoundingClientRect();
    const above = entry.top - MARGIN - sight.top;
    const below = entry.bottom + MARGIN - sight.bottom;
    if (above < 0) menu.current.scrollTop += above;
    else if (below > 0) menu.current.scrollTop += below;
  }, [path, drawnAnew]);
  return menu;
}
