import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { lineListParams } from '../lines/list/line-params.ts';
import { LinkTabs } from '../ui/layout/LinkTabs.tsx';
import { type TabKey, tabLabels } from './abuse-tabs.ts';

export type Search = ReturnType<typeof lineListParams.params.parse>;

export function AbuseTabs({
  offered,
  current,
  searchOf,
  aside,
}: {
  offered: readonly TabKey[];
  current: TabKey;
  /** The parameters with which the tab was left, or none. */
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
