/**
 * Monthly recurring revenue, its change in 30 days, and the causes of the change. The causes add up
 * to the change.
 */
import { Group, Text } from '@mantine/core';
import { type FigureKey, getFigureTexts } from '@ramal/contract/numbers/figures';
import type { Figure } from '@ramal/contract/numbers/numbers';
import { pluralize } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Change } from '../Change.tsx';
import { findFigure, formatFigure } from '../figures.ts';
import { LeadFigure } from '../LeadFigure.tsx';
import { formatCents, formatSignedCents, NO_FIGURE } from '../number-words.ts';
import type { RowsLink } from '../numbers-params.ts';
import classes from './RevenueCard.module.css';
import { Sparkline } from './Sparkline.tsx';

interface RevenueCardProps {
  readonly figures: readonly Figure[];
  /** Recurring revenue over time, oldest first. */
  readonly trend: readonly { readonly revenueCents: number | null }[];
  /** First day of the period: «21/10». */
  readonly since: string;
  readonly rowsOf: RowsLink;
}

export function RevenueCard({ figures, trend, since, rowsOf }: RevenueCardProps) {
  const isPhone = useIsPhone();
  const revenue = findFigure(figures, 'revenue');
  const customers = findFigure(figures, 'customers');
  const { value, before } = revenue ?? { value: null, before: null };
  const counted = pluralize(customers?.value ?? 0, 'cliente', 'clientes');
  return (
    <Panel p={0} label="Receita recorrente">
      <Group gap="2xl" wrap="nowrap" align="flex-start" justify="space-between" p="var(--inset)">
        <LeadFigure
          label={getFigureTexts('revenue').label}
          definition={getFigureTexts('revenue').definition}
          value={formatFigure(revenue)}
          to={rowsOf('revenue')}
          hasChevron={!isPhone}
          change={
            value !== null &&
            before !== null && (
              <Change before={before} now={value} suffix={isPhone ? ' em 30 dias' : ''} />
            )
          }
          note={isPhone ? undefined : `em 30 dias, ${counted}`}
        />
        <Sparkline values={trend.map(({ revenueCents }) => revenueCents ?? 0)} />
      </Group>
      <div className={classes.causes}>
        {causesOf(figures, since)
          .filter(({ onPhone }) => onPhone || !isPhone)
          .map((cause) => (
            <Cause key={cause.figure} {...cause} isPhone={isPhone} rowsOf={rowsOf} />
          ))}
      </div>
    </Panel>
  );
}

interface CauseOfChange {
  readonly figure: FigureKey;
  readonly label: string;
  readonly value: string;
  readonly customers: number | null;
  /** False if a phone does not show this cause. */
  readonly onPhone: boolean;
}

/**
 * Returns the causes of the change in revenue. Recovered customers are a separate cause only if
 * there are any.
 */
function causesOf(figures: readonly Figure[], since: string): CauseOfChange[] {
  const cause = (figure: FigureKey, label: string, onPhone = false): CauseOfChange => {
    const { value = null, count = null } = findFigure(figures, figure) ?? {};
    const format = figure === 'base' ? formatCents : formatSignedCents;
    return {
      figure,
      label,
      onPhone,
      customers: count,
      value: value === null ? NO_FIGURE : format(value),
    };
  };
  const recovered = findFigure(figures, 'recovered');
  return [
    cause('base', `Em ${since}`),
    cause('new', 'Novos', true),
    ...(recovered?.count ? [cause('recovered', 'Recuperados')] : []),
    cause('changed', 'Mudou de plano'),
    cause('lost', 'Perdidos', true),
  ];
}

interface CauseProps extends CauseOfChange {
  readonly isPhone: boolean;
  readonly rowsOf: RowsLink;
}

function Cause({ figure, label, value, customers, isPhone, rowsOf }: CauseProps) {
  const { definition } = getFigureTexts(figure);
  const counted = customers === null ? '' : pluralize(customers, 'cliente', 'clientes');
  return (
    <div className={classes.cause} data-tooltip={definition}>
      <Text c="dimmed" fz="caption">
        {isPhone && customers !== null ? `${label}, ${customers}` : label}
      </Text>
      <Text component="div" fz="lead" fw={600}>
        <FigureLink to={rowsOf(figure)} name={`${label}: ${value}`} definition={definition}>
          {value}
        </FigureLink>
      </Text>
      {!isPhone && (
        <Text c="var(--ink-3)" fz="caption">
          {counted}
        </Text>
      )}
    </div>
  );
}
