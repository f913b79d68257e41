/**
 * Summary of the tree in one text line: the number of descendant resellers and of their customers.
 */
import { Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getDashboard } from '@ramal/contract/dashboard';
import { formatCount } from '../../foundation/numbers.ts';
import { useCall } from '../../foundation/api/query.ts';
import type { Reseller } from '../reseller.ts';
import classes from './TreeSummary.module.css';

interface TreeTotals {
  readonly direct: number;
  readonly below: number;
  readonly actives: number;
  readonly asOf: string | null | undefined;
}

interface TreeSummaryProps {
  /** Account at the top of the tree. Null for the user's own tree. */
  reseller: Reseller | null;
  asOf: string | null | undefined;
}

export function TreeSummary({ reseller, asOf }: TreeSummaryProps) {
  const mine = useCall(getDashboard, {}, { enabled: reseller === null });
  const sums = reseller ? ofReseller(reseller, asOf) : mine.data && ofDashboard(mine.data);
  if (!sums) return <p className={classes.root} aria-hidden />;
  const figures = [
    { value: formatCount(sums.direct), label: sums.direct === 1 ? 'direta' : 'diretas' },
    { value: formatCount(sums.below), label: 'na árvore' },
    { value: formatCount(sums.actives), label: 'ativos na árvore' },
  ];
  return (
    <p className={classes.root} title={sums.asOf ? `Contado em ${sums.asOf}` : undefined}>
      {figures.map(({ value, label }) => (
        <span key={label}>
          <Text component="b" inherit c="var(--ink)" fz="lead" fw={600}>
            {value}
          </Text>{' '}
          {label}
        </span>
      ))}
    </p>
  );
}

const ofDashboard = (totals: ResponseOf<typeof getDashboard>): TreeTotals => ({
  direct: totals.totalResellersUnder,
  below: totals.totalResellers,
  actives:
    totals.usersIptv + totals.usersP2p + totals.childrens.iptvActives + totals.childrens.p2pActives,
  asOf: totals.asOf,
});

const ofReseller = (reseller: Reseller, asOf: string | null | undefined): TreeTotals => ({
  direct: reseller.directResellers,
  below: reseller.treeResellers,
  actives: reseller.treeActives,
  asOf,
});
