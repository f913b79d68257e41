/** From visit to customer: four figures, each with a bar relative to the visits. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import type { Destination } from '../../ui/destination.ts';
import { Figure } from '../../ui/Figure.tsx';
import { FigureGrid } from '../../ui/FigureGrid.tsx';
import { FigureLink } from '../../ui/FigureLink.tsx';
import classes from './Funnel.module.css';
import type { RowsLink, StorefrontNumbers } from './numbers-params.ts';
import { ShareBar } from './ShareBar.tsx';

interface FunnelProps {
  readonly funnel: StorefrontNumbers['funnel'];
  readonly rowsOf: RowsLink;
}

const definitions = {
  Visitas: 'Vezes que a página foi aberta. Quem recarrega no mesmo dia conta uma vez.',
  'Pediram teste': 'Pedidos de teste, por onde quer que chegaram. Um pedido conta uma vez.',
  'Testes entregues': 'Pedidos que receberam um teste.',
  'Viraram cliente': 'Assinaturas pagas na página, depois de um teste ou direto.',
} as const;

export function Funnel({ funnel, rowsOf }: FunnelProps) {
  const step = stepOf(funnel.visits);
  return (
    <FigureGrid>
      {step(
        'Visitas',
        funnel.visits,
        rowsOf('visits'),
        `${counted(funnel.phoneVisits, 'celular', 'celulares')} · ${formatCount(funnel.visitsWithoutOrigin)} sem origem`,
      )}
      {step(
        'Pediram teste',
        funnel.requests,
        rowsOf('requests'),
        `${formatCount(funnel.requestsOnPage)} na página · ${formatCount(funnel.requestsByBots)} por robôs`,
      )}
      {step(
        'Testes entregues',
        funnel.tests,
        rowsOf('requests', { result: 'taken' }),
        funnel.refused > 0 && (
          <Link {...rowsOf('requests', { result: 'refused' })} className={classes.note}>
            {counted(funnel.refused, 'recusado', 'recusados')}: ver por quê
          </Link>
        ),
      )}
      {step(
        'Viraram cliente',
        funnel.sales,
        rowsOf('sales'),
        `${formatCount(funnel.salesAfterTest)} depois do teste · ${formatCount(funnel.directSales)} direto`,
      )}
    </FigureGrid>
  );
}

const counted = (count: number, singular: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? singular : many}`;

const stepOf =
  (visits: number) =>
  (label: keyof typeof definitions, count: number, to: Destination, note: ReactNode) => (
    <Figure
      opens
      label={label}
      definition={definitions[label]}
      value={
        <FigureLink
          to={to}
          name={`${label}: ${formatCount(count)}`}
          definition={definitions[label]}
        >
          {formatCount(count)}
        </FigureLink>
      }
      note={
        <>
          <span className={classes.bar}>
            <ShareBar share={visits === 0 ? (count > 0 ? 1 : 0) : count / visits} />
          </span>
          {note}
        </>
      }
    />
  );
