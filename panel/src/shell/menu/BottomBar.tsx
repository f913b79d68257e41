import { IconDots, IconPlus } from '@tabler/icons-react';
import { useLocalStorage } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useState } from 'react';
import { CreateSheet } from './CreateSheet.tsx';
import type { CreateLink, MenuSection, ShellBrand, ShellUser, Tab } from './menu.ts';
import { MenuDrawer } from './MenuDrawer.tsx';
import classes from './BottomBar.module.css';

interface BottomBarProps {
  brand: ShellBrand;
  user: ShellUser;
  sections: readonly MenuSection[];
  tabs: readonly Tab[];
  create: readonly CreateLink[];
  pending?: boolean;
  themeSwitch?: boolean;
  onLogout: () => void;
}

/**
 * Bottom bar of the phone: two tabs, the + button, a third tab and «Mais». A screen with its own
 * bottom bar replaces it.
 */
export function BottomBar(props: BottomBarProps) {
  const { tabs, create, pending = false } = props;
  const [creating, setCreating] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
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
          <MoreTab entries={[...tabs.slice(0, 3), ...create]} onOpen={() => setMenuOpen(true)} />
        )}
      </nav>
      <CreateSheet opened={creating} onClose={() => setCreating(false)} create={create} />
      <MenuDrawer {...props} opened={menuOpen} onClose={() => setMenuOpen(false)} />
    </>
  );
}

const isAtOrBelow = (path: string, page: string): boolean =>
  path === page || path.startsWith(`${page}/`);

/** Returns the path of an entry without its optional parts. */
const pageOf = ({ to }: Tab | CreateLink): string => to.replace(/\/\{-\$.*$/, '');

interface MoreTabProps {
  entries: readonly (Tab | CreateLink)[];
  onOpen: () => void;
}

/** Tab «Mais». It is marked as current on pages that belong to no other tab. */
function MoreTab({ entries, onOpen }: MoreTabProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const pages = entries.flatMap((entry) => [
    pageOf(entry),
    ...(('holds' in entry && entry.holds) || []),
  ]);
  return (
    <button
      type="button"
      className={classes.tab}
      aria-current={!pages.some((page) => isAtOrBelow(path, page)) || undefined}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <IconDots size={22} stroke={1.75} aria-hidden />
      Mais
    </button>
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
      // Opens the page of this tab that the user opened last.
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
