/** Costs of the month, grouped by kind. Each row is a link to its costs. */
import { Box, Group, Text } from '@mantine/core';
import type { CostKind } from '@ramal/contract/numbers/costs';
import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { costSumLabel, costSumNote } from '../costs/cost-words.ts';
import { formatCents, monthWord } from '../number-words.ts';
import type { RowsLink } from '../numbers-params.ts';
import classes from './MonthCosts.module.css';

interface MonthCostsProps {
  /** Format yyyy-mm. */
  readonly month: string;
  readonly costs: readonly {
    readonly kind: CostKind;
    readonly cents: number;
    readonly count: number;
  }[];
  readonly rowsOf: RowsLink;
}

export function MonthCosts({ month, costs, rowsOf }: MonthCostsProps) {
  const total = costs.reduce((sum, { cents }) => sum + cents, 0);
  const title = `Custos de ${monthWord(month)}`;
  return (
    <Panel p={0} label={title} className={classes.root}>
      <Group component="header" justify="space-between" wrap="nowrap" className={classes.row}>
        <Text component="h2" inherit fz="lead">
          {title}
        </Text>
        <LinkButton
          to="/numbers/{-$part}"
          params={{ part: 'costs' }}
          variant="link"
          size="compact-sm"
          px={0}
        >
          Editar
        </LinkButton>
      </Group>
      <ul>
        {costs.map(({ kind, cents, count }) => (
          <li key={kind} className={classes.row}>
            <Box flex={1} miw={0} lh="var(--leading-caption)">
              {costSumLabel(kind)}
              <Text component="small" inherit display="block" c="var(--ink-3)" fz="caption">
                {costSumNote(kind, count, cents)}
              </Text>
            </Box>
            <Link
              {...rowsOf('costs', { period: month })}
              aria-label={`${costSumLabel(kind)}: ${formatCents(cents)}`}
            >
              {formatCents(cents)}
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.row} data-total>
        <span>Total</span>
        <Link
          {...rowsOf('costs', { period: month })}
          aria-label={`Total dos custos: ${formatCents(total)}`}
        >
          {formatCents(total)}
        </Link>
      </div>
    </Panel>
  );
}
