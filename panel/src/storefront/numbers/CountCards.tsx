/** Refused requests by reason, and delivered tests by device. */
import { SimpleGrid } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount, pluralize } from '../../foundation/numbers.ts';
import type { Destination } from '../../ui/destination.ts';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import classes from './CountCards.module.css';
import type { RowsLink, StorefrontNumbers } from './numbers-params.ts';
import { ShareBar } from './ShareBar.tsx';

interface CountCardsProps {
  readonly numbers: StorefrontNumbers;
  readonly rowsOf: RowsLink;
}

export function CountCards({ numbers: { refusals, devices, funnel }, rowsOf }: CountCardsProps) {
  const most = Math.max(1, ...devices.map(({ tests }) => tests));
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="2xl" style={{ alignItems: 'start' }}>
      <TitledCard
        title={pluralize(funnel.refused, 'pedido recusado', 'pedidos recusados')}
        aside={
          funnel.refused > 0 && (
            <LinkButton
              {...rowsOf('requests', { result: 'refused' })}
              variant="link"
              size="compact-sm"
            >
              Ver todos
            </LinkButton>
          )
        }
      >
        <ul className={classes.list}>
          {refusals.map(({ reason, label, count }) => (
            <Row
              key={reason}
              label={label}
              count={count}
              to={rowsOf('requests', { result: 'refused', reason })}
            >
              <IconChevronRight size={16} stroke={1.75} color="var(--ink-3)" aria-hidden />
            </Row>
          ))}
        </ul>
      </TitledCard>
      <TitledCard
        title={`Aparelhos ${funnel.tests === 1 ? 'do teste' : `dos ${pluralize(funnel.tests, 'teste', 'testes')}`}`}
      >
        <ul className={classes.list}>
          {devices.map(({ device, label, tests }) => (
            <Row
              key={device ?? ''}
              label={label}
              count={tests}
              to={device === null ? undefined : rowsOf('requests', { result: 'taken', device })}
              before={
                <span className={classes.bar}>
                  <ShareBar share={tests / most} />
                </span>
              }
            />
          ))}
        </ul>
      </TitledCard>
    </SimpleGrid>
  );
}

interface RowProps {
  readonly label: string;
  readonly count: number;
  /** Undefined if no list contains exactly these rows. */
  readonly to: Destination | undefined;
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

const Row = ({ label, count, to, before, children }: RowProps) => (
  <li className={classes.row} data-opens={to !== undefined || undefined}>
    <span className={classes.label}>{label}</span>
    {before}
    {to ? (
      <Link {...to} aria-label={`${label}: ${formatCount(count)}`} className="num">
        {formatCount(count)}
      </Link>
    ) : (
      <b className="num">{formatCount(count)}</b>
    )}
    {children}
  </li>
);
