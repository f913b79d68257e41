/**
 * Table of customers, revenue and retention, grouped by origin, plan or reseller. Each row is a
 * link to its customers.
 */
import { Box, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { getNumberGroups } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount, pluralize } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { Destination } from '../../ui/destination.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { formatCents, formatRate, formatShare, formatWholeReais } from '../number-words.ts';
import classes from './GroupTable.module.css';

export type Group = ResponseOf<typeof getNumberGroups>['groups'][number];

interface GroupTableProps {
  readonly title: string;
  /** Header of the first column. */
  readonly noun: string;
  readonly groups: readonly Group[];
  /** Content of the last column: the retention, or a bar with the group's share of the revenue. */
  readonly last: 'retention' | 'share';
  readonly rowsOf: (group: Group) => Destination;
  /** Returns the label of the phone's button that shows all groups: «Ver as 5 origens». */
  readonly showAll: (count: number) => string;
}

export function GroupTable(props: GroupTableProps) {
  const isPhone = useIsPhone();
  const { title, groups } = props;
  return (
    <Panel p={0} label={title} className={classes.root}>
      <Text component="h2" fz="phone" className={classes.head}>
        {title}
      </Text>
      {groups.length === 0 ? (
        <Text p="var(--inset)" c="var(--ink-2)" fz="note">
          Ninguém ainda
        </Text>
      ) : isPhone ? (
        <GroupCards {...props} />
      ) : (
        <Table {...props} />
      )}
    </Panel>
  );
}

function Table({ title, noun, groups, last, rowsOf }: GroupTableProps) {
  const hasMoney = groups.some(({ revenueCents }) => revenueCents !== null);
  return (
    <table aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{noun}</th>
          <th scope="col">Clientes</th>
          {hasMoney && <th scope="col">Por mês</th>}
          <th scope="col">{last === 'share' ? 'Parte' : 'Retenção'}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.key}>
            <th scope="row">
              <Link {...rowsOf(group)}>{group.label}</Link>
            </th>
            <td>{formatCount(group.customers)}</td>
            {hasMoney && (
              <td>{group.revenueCents === null ? '' : formatCents(group.revenueCents)}</td>
            )}
            <td>{last === 'share' ? <ShareBar share={group.share} /> : retentionOf(group)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const retentionOf = ({ remaining, base }: Group): string =>
  formatShare({ part: remaining, whole: base });

const ShareBar = ({ share }: { share: number | null }) => (
  <span className={classes.share}>
    <span className={classes.bar} aria-hidden>
      <i style={{ width: `${(share ?? 0) / 100}%` }} />
    </span>
    <span>{formatRate(share)}</span>
  </span>
);

/** Number of groups that a phone shows before the button is pressed. */
const FIRST_GROUPS = 3;

function GroupCards({ groups, last, rowsOf, showAll }: GroupTableProps) {
  const [all, setAll] = useState(false);
  const shown = all ? groups : groups.slice(0, FIRST_GROUPS);
  return (
    <ul>
      {shown.map((group) => (
        <li key={group.key} className={classes.card}>
          <Box flex={1} miw={0}>
            <Link {...rowsOf(group)}>{group.label}</Link>
            <Text c="var(--ink-2)" fz="body">
              {pluralize(group.customers, 'cliente', 'clientes')} ·{' '}
              {last === 'share' ? formatRate(group.share) : `retenção ${retentionOf(group)}`}
            </Text>
          </Box>
          {group.revenueCents !== null && <b>{formatWholeReais(group.revenueCents)}</b>}
          <IconChevronRight size={20} stroke={1.75} color="var(--ink-3)" aria-hidden />
        </li>
      ))}
      {shown.length < groups.length && (
        <li>
          <button type="button" className={classes.more} onClick={() => setAll(true)}>
            {showAll(groups.length)}
          </button>
        </li>
      )}
    </ul>
  );
}
