/** Value, definition and parts of the figure, above its rows. */
import { Group, Skeleton, Text } from '@mantine/core';
import { type FigureKey, getFigureTexts } from '@ramal/contract/numbers/figures';
import type { listNumberRows } from '@ramal/contract/numbers/rows';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { dayInWords } from '../../foundation/dates.ts';
import { formatCount, pluralize } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { Destination } from '../../ui/destination.ts';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { formatFigure, formatValue } from '../figures.ts';
import { formatCents } from '../number-words.ts';
import { isMonthly, rowNouns, rowsKind, sumNote } from './figure-rows.ts';
import classes from './FigureHead.module.css';

type Rows = ResponseOf<typeof listNumberRows>;

interface FigureHeadProps {
  readonly figure: FigureKey;
  readonly rows: Rows;
  /** Selected month as yyyy-mm. Undefined for the last 30 days. */
  readonly month: string | undefined;
  /** Links of a rate: to the counted rows (numerator), and to all rows (denominator). */
  readonly partLinks: { readonly numerator: Destination; readonly denominator: Destination };
}

export function FigureHead({ figure, rows, month, partLinks }: FigureHeadProps) {
  const isPhone = useIsPhone();
  const { before, unit } = rows.figure;
  const { difference } = getFigureTexts(figure);
  const beforeText = before === null ? undefined : formatValue(before, unit);
  return (
    <Panel className={classes.root} label={getFigureTexts(figure).label}>
      <div className={classes.value}>{formatFigure(rows.figure)}</div>
      <div className={classes.words}>
        <p>{datedDefinition(rows)}</p>
        <Parts {...{ figure, rows, month, partLinks, isPhone }} />
        {difference && (
          <Text c="var(--ink-3)" fz="caption" mt="2xs">
            {difference}
          </Text>
        )}
      </div>
      {beforeText !== undefined && (
        <div className={classes.before}>
          <span>{month || isMonthly(figure) ? 'Mês anterior' : '30 dias antes'}</span>{' '}
          <b>{beforeText}</b>
        </div>
      )}
    </Panel>
  );
}

/** Placeholder while the rows are loading, so that they do not move the list. */
export function FigureHeadSkeleton({ figure }: Pick<FigureHeadProps, 'figure'>) {
  const isPhone = useIsPhone();
  const [plain, withDifference] = isPhone ? [142, 196] : [84, 110];
  const { difference } = getFigureTexts(figure);
  return <Skeleton height={difference ? withDifference : plain} radius={12} mb="2xl" aria-hidden />;
}

/** Returns the definition of the figure with the exact day instead of «há 30 dias». */
const datedDefinition = ({ figure, from }: Rows): string =>
  figure.definition.replace('há 30 dias', `em ${dayInWords(from)}`);

const lostNote = (month: string | undefined): string =>
  `quem voltou antes ${month ? 'do fim do mês' : 'de hoje'} não conta · pausa não conta`;

interface PartsProps extends FigureHeadProps {
  readonly isPhone: boolean;
}

/** Shows «22 clientes de 293». Both numbers are links to their rows. */
function Parts({ figure, rows, month, partLinks, isPhone }: PartsProps) {
  const { numerator, denominator, unit } = rows.figure;
  const isRate = unit === 'rate' && numerator !== null && denominator !== null;
  const isLoss = sumNote(figure) !== undefined;
  const isCounted = isRate && !/revenue|margin|forecast/.test(figure);
  const words = [
    isCounted ? (
      <span key="parts">
        <FigureLink to={partLinks.numerator}>
          {pluralize(numerator, ...rowNouns[rowsKind(figure)])}
        </FigureLink>{' '}
        de <FigureLink to={partLinks.denominator}>{formatCount(denominator)}</FigureLink>
      </span>
    ) : isRate ? (
      <span key="parts">
        {formatCents(numerator)} de {formatCents(denominator)}
      </span>
    ) : undefined,
    isLoss && isPhone && rows.sumCents !== null ? (
      <span key="sum"> · {formatCents(Math.abs(rows.sumCents))} por mês</span>
    ) : undefined,
    isLoss && !isPhone ? <span key="note"> · {lostNote(month)}</span> : undefined,
  ].filter((part) => part !== undefined);
  if (words.length === 0) return null;
  return (
    <Group component="p" gap={0} className={classes.parts}>
      {words}
    </Group>
  );
}
