/** The IPTV lines in tabs; an admin who sees all lines also has the tab of suspects (Q-ADMINIPTV). */
import { MAX_PAGE_SIZE, PAGE_SIZES } from '@ramal/contract/api/paging';
import { IconHomeExclamation } from '@tabler/icons-react';
import { useSearch, Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { lazyComponent } from '../foundation/lazy-component.tsx';
import { useIsPhone } from '../foundation/viewport.ts';
import { useAccount } from '../lines/account.ts';
import { iptvLines } from '../lines/platforms/iptv.ts';
import { Lines, OwnerFilter } from '../lines/list/Lines.tsx';
import { lineListParams, useLineParams } from '../lines/list/line-params.ts';
import { SheetGroup, SheetRow } from '../ui/bottom-sheet/SheetRow.tsx';
import type { Destination } from '../ui/destination.ts';
import type { AbuseLinesProps } from './AbuseLines.tsx';
import { type TabKey, tabLabels } from './abuse-tabs.ts';
import { LinkTabs } from '../ui/layout/LinkTabs.tsx';

const AbuseLines = lazyComponent<AbuseLinesProps>(
  async () => (await import('./AbuseLines.tsx')).AbuseLines,
);

/**
 * Page sizes of the abuse lists and of every list that contains the lines of all accounts (K-09,
 * Q-PAGE100).
 */
const largeSizes = [...PAGE_SIZES, MAX_PAGE_SIZE];

export function IptvLists() {
  const { isAdmin } = useAccount();
  const isPhone = useIsPhone();
  const params = useLineParams(iptvLines.filters, 'lines-iptv');
  const seesAll = isAdmin && params.resellerId === undefined;
  const offered: readonly TabKey[] = seesAll ? ['all', 'suspect', 'blocked'] : ['all', 'blocked'];
  const current = offered.find((tab) => tab === params.abuse) ?? 'all';
  const searchOf = useLeftTabs(current);
  const otherLists = (
    <SheetGroup>
      {offered
        .filter((tab) => tab !== current)
        .map((tab) => (
          <SheetRow
            key={tab}
            icon={IconHomeExclamation}
            label={tabLabels[tab]}
            destination={{ to: '.', search: searchOf(tab) } as unknown as Destination}
            onClick={() => undefined}
          />
        ))}
    </SheetGroup>
  );
  const shared = {
    platform: iptvLines,
    tabs: (
      <AbuseTabs
        offered={offered}
        current={current}
        searchOf={searchOf}
        aside={isPhone ? null : <OwnerFilter params={params} />}
      />
    ),
    ...(seesAll || current !== 'all' ? { pageSizes: largeSizes } : {}),
  };
  return current === 'all' ? (
    <Lines {...shared} otherLists={otherLists} />
  ) : (
    <AbuseLines key={current} {...shared} kind={current} />
  );
}

/**
 * Stores the parameters of the current tab, and returns a function that reads those of each tab.
 * Each tab has its own page size and search while the screen is open (S-IPTVLIST-47). The selected
 * reseller applies to all tabs.
 */
function useLeftTabs(current: TabKey): (tab: TabKey) => Search {
  const left = useRef<Partial<Record<TabKey, Search>>>({});
  const {
    dialog: _dialog,
    line: _line,
    ...sharedParams
  } = lineListParams.params.parse(useSearch({ strict: false }));
  left.current[current] = sharedParams;
  return (tab) => ({
    ...left.current[tab],
    resellerId: sharedParams.resellerId,
    suspect: tab === 'suspect' ? true : undefined,
    blocked: tab === 'blocked' ? true : undefined,
  });
}

type Search = ReturnType<typeof lineListParams.params.parse>;

function AbuseTabs({
  offered,
  current,
  searchOf,
  aside,
}: {
  offered: readonly TabKey[];
  current: TabKey;
  /**
   * Returns the parameters that the tab had when the user left it. Empty if the tab was not open
   * before.
   */
  searchOf: (tab: TabKey) => Search;
  aside: ReactNode;
}) {
  return (
    <LinkTabs label="Listas" current={current} aside={aside}>
      {offered.map((tab) => (
        <li key={tab}>
          <Link
            to="."
            search={searchOf(tab)}
            preload={false}
            activeOptions={{ exact: true }}
            activeProps={{}}
            aria-current={tab === current ? 'page' : undefined}
          >
            {tabLabels[tab]}
          </Link>
        </li>
      ))}
    </LinkTabs>
  );
}
