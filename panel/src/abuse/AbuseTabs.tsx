import { Link } from '@tanstack/react-router';
import type { linesSearch } from '../lines/list-address.ts';
import { LinkTabs } from '../ui/LinkTabs.tsx';
import { type TabKey, tabLabels } from './abuse-tabs.ts';

export type Search = ReturnType<typeof linesSearch.parse>;

export function AbuseTabs({
  offered,
  current,
  searchOf,
}: {
  offered: readonly TabKey[];
  current: TabKey;
  /** Where the tab was left, or its beginning. */
  searchOf: (tab: TabKey) => Search;
}) {
  return (
    <LinkTabs label="Listas" current={current}>
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
