/** Origins with their visits, tests and sales. Every count opens its rows. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, pluralize } from '../../foundation/numbers.ts';
import { useShowsCards } from '../../foundation/viewport.ts';
import { formatCents, formatRate, NO_FIGURE } from '../../numbers/number-words.ts';
import type { Destination } from '../../ui/destination.ts';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { CreateOriginLink } from './CreateOriginLink.tsx';
import type { RowsLink } from './numbers-params.ts';
import { FEW_TESTS, type Origin, type OriginFigures, originSearch } from './origin-words.ts';
import classes from './OriginsCard.module.css';
import { ShareBar } from './ShareBar.tsx';

interface OriginsProps {
  readonly origins: readonly Origin[];
  readonly total: OriginFigures;
  readonly rowsOf: RowsLink;
}

export function OriginsCard(props: OriginsProps) {
  const isCards = useShowsCards();
  const [isCreating, setCreating] = useState(false);
  return (
    <TitledCard
      title="Por origem"
      text="A origem fica com o cliente para sempre: é a do primeiro pedido."
      aside={
        <Button
          variant="default"
          flex="none"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {isCards ? 'Criar link' : 'Criar link com origem'}
        </Button>
      }
    >
      {isCards ? <OriginCards {...props} /> : <OriginTable {...props} />}
      {isCreating && <CreateOriginLink onClose={() => setCreating(false)} />}
    </TitledCard>
  );
}

/** Links to the rows of each count of an origin. */
function countLinks(rowsOf: RowsLink, search: Readonly<Record<string, unknown>>) {
  return {
    visits: rowsOf('visits', search),
    tests: rowsOf('requests', { ...search, result: 'taken' }),
    salesAfterTest: rowsOf('sales', { ...search, after: 'test' }),
    directSales: rowsOf('sales', { ...search, after: 'direct' }),
    received: rowsOf('sales', search),
  };
}

function OriginTable({ origins, total, rowsOf }: OriginsProps) {
  const best = Math.max(1, ...origins.map(({ conversion }) => conversion ?? 0));
  return (
    <table className={classes.table} aria-label="Por origem">
      <thead>
        <tr>
          <th scope="col">Origem</th>
          <th scope="col">Visitas</th>
          <th scope="col">Testes</th>
          <th scope="col">Depois do teste</th>
          <th scope="col">Direto</th>
          <th scope="col" aria-sort="descending">
            Conversão
          </th>
          <th scope="col">Recebido</th>
        </tr>
      </thead>
      <tbody>
        {origins.map((origin) => (
          <tr key={`${origin.kind} ${origin.code}`}>
            <th scope="row">
              {origin.name}
              <small className="mono">{origin.detail}</small>
            </th>
            <Counts
              name={origin.name}
              figures={origin}
              links={countLinks(rowsOf, originSearch(origin))}
              best={best}
            />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <Counts name="Total" figures={total} links={countLinks(rowsOf, {})} />
        </tr>
      </tfoot>
    </table>
  );
}

interface CountsProps {
  readonly name: string;
  readonly figures: OriginFigures;
  readonly links: ReturnType<typeof countLinks>;
  /** Highest conversion, which fills the whole bar. Without it, no bar is drawn. */
  readonly best?: number;
}

const Counts = ({ name, figures, links, best }: CountsProps) => (
  <>
    <Count name={`${name}, visitas`} count={figures.visits} to={links.visits} />
    <Count name={`${name}, testes`} count={figures.tests} to={links.tests} />
    <Count
      name={`${name}, depois do teste`}
      count={figures.salesAfterTest}
      to={links.salesAfterTest}
    />
    <Count name={`${name}, direto`} count={figures.directSales} to={links.directSales} />
    <td data-tooltip={figures.conversion === null ? FEW_TESTS : undefined}>
      <span className={classes.conversion}>
        {best !== undefined && figures.conversion !== null && (
          <ShareBar share={figures.conversion / best} />
        )}
        <span className="num">{formatRate(figures.conversion)}</span>
      </span>
    </td>
    <td className="num">
      <FigureLink
        to={figures.receivedCents === 0 ? undefined : links.received}
        name={`${name}, recebido: ${formatCents(figures.receivedCents)}`}
      >
        {formatCents(figures.receivedCents)}
      </FigureLink>
    </td>
  </>
);

interface CountProps {
  readonly name: string;
  readonly count: number | null;
  readonly to: Destination;
}

const Count = ({ name, count, to }: CountProps) => (
  <td className="num">
    {count === null || count === 0 ? (
      NO_FIGURE
    ) : (
      <FigureLink to={to} name={`${name}: ${formatCount(count)}`}>
        {formatCount(count)}
      </FigureLink>
    )}
  </td>
);

const OriginCards = ({ origins, rowsOf }: OriginsProps) => (
  <ul className={classes.cards}>
    {origins.map((origin) => {
      const links = countLinks(rowsOf, originSearch(origin));
      const sales = origin.salesAfterTest + origin.directSales;
      return (
        <li key={`${origin.kind} ${origin.code}`}>
          <p className={classes.cardHead}>
            <b>{origin.name}</b>
            <b className="num" data-tooltip={origin.conversion === null ? FEW_TESTS : undefined}>
              {formatRate(origin.conversion)}
            </b>
          </p>
          <p className={classes.cardCounts}>
            {origin.visits !== null && (
              <FigureLink to={links.visits}>
                {pluralize(origin.visits, 'visita', 'visitas')}
              </FigureLink>
            )}
            <FigureLink to={links.tests}>{pluralize(origin.tests, 'teste', 'testes')}</FigureLink>
            <FigureLink to={links.received}>
              {`${pluralize(sales, 'assinatura', 'assinaturas')}, ${formatCents(origin.receivedCents)}`}
            </FigureLink>
          </p>
        </li>
      );
    })}
  </ul>
);
