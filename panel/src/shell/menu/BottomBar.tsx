import { IconDots, IconPlus } from '@tabler/icons-react';
import { useLocalStorage } from '@mantine/hooks';
import { Link, useLocation, useMatchRoute } from '@tanstack/react-router';
import { Fragment, useEffect, useState } from 'react';
import { CreateSheet } from './CreateSheet.tsx';
import type { CreateLink, MenuSection, ShellBrand, ShellUser, Tab } from './menu.ts';
import { MenuDrawer } from './MenuDrawer.tsx';
import classes from './BottomBar.module.css';

export interface BottomBarProps {
  brand: ShellBrand;
  user: ShellUser;
  sections: readonly MenuSection[];
  tabs: readonly Tab[];
  create: readonly CreateLink[];
  pending?: boolean;
  themeSwitch?: boolean;
  onLogout: () => void;
}

/** The phone's bottom bar: two tabs, +, a third tab and «Mais». A screen with a bar of its own replaces it. */
export function BottomBar(props: BottomBarProps) {
  const { tabs, create, pending = false } = props;
  const [creating, setCreating] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const isElsewhere = useIsElsewhere([...tabs.slice(0, 3), ...create]);
  return (
    <>
      <nav className={classes.root} aria-label="Principal">
        {tabs.slice(0, 3).map((tab, index) => (
          <Fragment key={tab.label}>
            {index === 2 && create.length > 0 && (
              <button
                type="button"
                className={classes.plus}
                aria-label="Criar"
                aria-haspopup="dialog"
                onClick={() => setCreating(true)}
              >
                <IconPlus size={24} stroke={1.75} aria-hidden />
              </button>
            )}
            <BarTab tab={tab} />
          </Fragment>
        ))}
        {!pending && (
          <button
            type="button"
            className={classes.tab}
            aria-current={isElsewhere || undefined}
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          >
            <IconDots size={22} stroke={1.75} aria-hidden />
            Mais
          </button>
        )}
      </nav>
      <CreateSheet opened={creating} onClose={() => setCreating(false)} create={create} />
      <MenuDrawer {...props} opened={menuOpen} onClose={() => setMenuOpen(false)} />
    </>
  );
}

const isAtOrBelow = (path: string, page: string): boolean =>
  path === page || path.startsWith(`${page}/`);

/** A page that the bar does not lead to by itself was reached through «Mais». */
function useIsElsewhere(entries: readonly (Tab | CreateLink)[]): boolean {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const matchRoute = useMatchRoute();
  return !entries.some(
    (entry) =>
      Boolean(matchRoute({ to: entry.to, fuzzy: true })) ||
      ('holds' in entry && entry.holds?.some((page) => isAtOrBelow(path, page))),
  );
}

function BarTab({ tab: { label, icon: TabIcon, holds = [], ...destination } }: { tab: Tab }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const place = holds.find((page) => isAtOrBelow(path, page));
  const held = place !== undefined;
  const [last, setLast] = useLocalStorage<string>({
    key: `ramal-tab-${label}`,
    getInitialValueInEffect: false,
  });
  useEffect(() => {
    if (place !== undefined) setLast(place);
  }, [place, setLast]);
  return (
    <Link
      {...destination}
      // The tab leads back to whichever of its pages was last open.
      {...(last !== undefined && holds.includes(last) ? { to: last } : {})}
      className={classes.tab}
      aria-current={held || undefined}
      activeOptions={{ includeSearch: false }}
    >
      <TabIcon size={22} stroke={1.75} aria-hidden />
      {label}
    </Link>
  );
}
