import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../foundation/numbers.ts';
import { LinkTabs } from './LinkTabs.tsx';

interface CountedTab {
  /** Value of the parameter `tab` in the address. Undefined for the first tab. */
  readonly tab: string | undefined;
  readonly label: string;
  /** Number at the tab. Undefined until it is loaded, and then not shown. */
  readonly count: number | undefined;
}

interface CountedTabsProps {
  readonly tabs: readonly CountedTab[];
  readonly current: string | undefined;
}

/**
 * Tabs of one screen with the count of their contents. The parameter `tab` in the address selects a
 * tab.
 */
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
