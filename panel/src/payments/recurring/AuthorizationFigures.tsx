/** Figures above the list. Each is a link to the rows that it counts. */
import { Box, Group, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listAuthorizations } from '@ramal/contract/payments/authorizations';
import { IconClock } from '@tabler/icons-react';
import { formatCredits, formatMoney, pluralize } from '../../foundation/numbers.ts';
import { monthName } from '../../logs/months.ts';
import type { Destination } from '../../ui/destination.ts';
import { Figure } from '../../ui/Figure.tsx';
import { FigureGrid } from '../../ui/FigureGrid.tsx';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { shortDay } from './authorization-words.ts';

type Answer = ResponseOf<typeof listAuthorizations>;
export type AuthorizationTotals = Pick<Answer, 'counts' | 'figures'>;

const rows = (search: object): Destination => ({ to: '/recurring-pix', search });
const recharges: Destination = { to: '/recharge-portal' };

const monthLabel = ({ month }: Answer['figures']): string =>
  `Entra sozinho em ${monthName(Number(month.slice(5)))}`;

export function AuthorizationFigures({ counts, figures }: AuthorizationTotals) {
  return (
    <Box mb="2xl">
      <FigureGrid>
        <Figure
          label={monthLabel(figures)}
          value={
            <FigureLink to={rows({ status: 'active' })}>
              {formatMoney(figures.monthValue)}
            </FigureLink>
          }
          note={pluralize(counts.active, 'autorização ativa', 'autorizações ativas')}
        />
        <Figure
          label="Próximos 7 dias"
          value={
            <FigureLink to={rows({ status: 'active', sort: 'next' })}>
              {formatMoney(figures.weekValue)}
            </FigureLink>
          }
          note={`${pluralize(figures.weekCharges, 'cobrança', 'cobranças')}, ${figures.weekScheduled} já ${figures.weekScheduled === 1 ? 'agendada' : 'agendadas'}`}
        />
        <Figure
          label="Recusadas"
          value={<FigureLink to={rows({ status: 'refused' })}>{String(counts.refused)}</FigureLink>}
          note={`${formatMoney(figures.refusedValue)} a cobrar à mão`}
        />
        <Figure
          label="Créditos no portal"
          value={<FigureLink to={recharges}>{formatCredits(figures.portalCredits)}</FigureLink>}
          note={<CreditsNote figures={figures} />}
        />
      </FigureGrid>
    </Box>
  );
}

/**
 * Shows whether the portal credits cover the renewals of the month. The text is amber only if
 * credits are missing.
 */
function CreditsNote({ figures }: Pick<AuthorizationTotals, 'figures'>) {
  const { creditsUntil, creditsMissing } = figures;
  if (creditsMissing <= 0) return 'dão para o mês';
  const missing = `faltam ${formatCredits(creditsMissing)} no mês`;
  return (
    <Text span inherit c="var(--warn)">
      <IconClock size={14} stroke={1.75} aria-hidden style={{ verticalAlign: '-0.15em' }} />{' '}
      {creditsUntil ? `dão até ${shortDay(creditsUntil)}, ${missing}` : missing}
    </Text>
  );
}

/** Phone version above the cards: shows only the first figure, and a note about missing credits. */
export function PhoneFigures({ figures }: AuthorizationTotals) {
  const { creditsUntil, creditsMissing, portalCredits } = figures;
  return (
    <Panel p="2xl" mb="md" data-list-part>
      <Group justify="space-between" align="flex-end" wrap="nowrap" gap="lg">
        <Figure label={monthLabel(figures)} value={formatMoney(figures.monthValue)} />
        {creditsMissing > 0 && (
          <Text c="var(--warn)" fz="note" ta="end">
            <IconClock size={16} stroke={1.75} aria-hidden style={{ verticalAlign: '-0.15em' }} />{' '}
            {pluralize(portalCredits, 'crédito', 'créditos')}
            <br />
            {creditsUntil
              ? `dão até ${shortDay(creditsUntil)}`
              : `faltam ${formatCredits(creditsMissing)}`}
          </Text>
        )}
      </Group>
    </Panel>
  );
}
