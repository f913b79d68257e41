/** The five rates and counts of the overview. */
import type { FigureKey } from '@ramal/contract/numbers/figures';
import type { Scope } from '@ramal/contract/numbers/filters';
import type { Figure } from '@ramal/contract/numbers/numbers';
import { formatCount } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { FigureGrid } from '../../ui/FigureGrid.tsx';
import { findFigure, partsInWords } from '../figures.ts';
import { NumberFigure } from '../NumberFigure.tsx';
import type { RowsLink } from '../numbers-params.ts';

interface KeyFiguresProps {
  readonly scope: Scope;
  readonly figures: readonly Figure[];
  readonly rowsOf: RowsLink;
}

export function KeyFigures({ figures, scope, rowsOf }: KeyFiguresProps) {
  const isPhone = useIsPhone();
  const notes: Partial<Record<FigureKey, string | undefined>> = {
    customers: changeInWords(findFigure(figures, 'customers')),
    ...(scope === 'own' && { ticket: isPhone ? 'por mês' : 'por cliente, por mês' }),
    retention: partsInWords(findFigure(figures, 'retention')),
    churn: partsInWords(findFigure(figures, 'churn')),
    'trial-conversion': partsInWords(findFigure(figures, 'trial-conversion')),
    // For a network, shows the credits that this account sold to its descendants, because amounts
    // of their customers belong to them.
    ...(scope === 'network' && { 'credits-sold': 'neste mês' }),
  };
  return (
    <FigureGrid>
      {(Object.keys(notes) as FigureKey[]).map((key) => (
        <NumberFigure key={key} figure={key} figures={figures} to={rowsOf(key)} note={notes[key]} />
      ))}
    </FigureGrid>
  );
}

/** Returns «+ 19 em 30 dias». */
function changeInWords(figure: Figure | undefined): string | undefined {
  if (!figure || figure.value === null || figure.before === null) return undefined;
  const change = figure.value - figure.before;
  const sign = change < 0 ? '−' : '+';
  return `${sign} ${formatCount(Math.abs(change))} em 30 dias`;
}
