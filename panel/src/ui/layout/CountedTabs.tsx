import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../foundation/numbers.ts';
import { LinkTabs } from './LinkTabs.tsx';

interface CountedTab {
  /** In the address; the first part has none. */
  readonly tab: string | undefined;
  readonly label: string;
  /** Not drawn while it is not known. */
  readonly count: number | undefined;
}

interface CountedTabsProps {
  readonly tabs: readonly CountedTab[];
  readonly current: string | undefined;
}

/** Parts of one screen, chosen by `tab` in its address, each with how much is in it. */
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
