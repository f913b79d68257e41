import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../foundation/numbers.ts';
import { LinkTabs } from './LinkTabs.tsx';

interface CountedTab {
  /** Value of `tab` in the address. The first tab has none. */
  readonly tab: string | undefined;
  readonly label: string;
  /** Not shown until it is loaded. */
  readonly count: number | undefined;
}

interface CountedTabsProps {
  readonly tabs: readonly CountedTab[];
  readonly current: string | undefined;
}

/** Tabs of one screen, selected by `tab` in its address, each with the count of its content. */
export const CountedTabs = ({ tabs, current }: CountedTabsProps) => (
  <LinkTabs label="Partes" current={current ?? ''}>
    {tabs.map(({ tab, label, count }) => (
      <li key={label}>
        <Link
          to="."
          search={{ tab } as never}
          preload={false}
          activeOptions={{ exact: true }}
          activeProps={{}}
          aria-current={tab === current ? 'page' : undefined}
        >
          {label}
          {count !== undefined && (
            <Text span inherit ml="xs" c="dimmed" fw={400}>
              {formatCount(count)}
            </Text>
          )}
        </Link>
      </li>
    ))}
  </LinkTabs>
);
