/**
 * Projection of the current month: lines that were renewed, lines that will still fall due, and the
 * credits needed to renew them.
 */
import { pluralize, creditsInWords, formatCount, formatCredits } from '../../foundation/numbers.ts';
import { Figure } from '../../ui/Figure.tsx';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { useProfile } from '../../sessions/profile.ts';
import { DifferenceNote } from '../../ui/DifferenceNote.tsx';
import { FigureGrid } from '../../ui/FigureGrid.tsx';
import { toLogLink } from '../log-link.ts';
import { readPlatformCounts, PlatformFigure, PlatformLinks } from '../PlatformLinks.tsx';
import { SectionHead } from '../SectionHead.tsx';
import { useDue } from './use-due.ts';

const percent = (share: number): string => `${Math.round(share * 100)}%`;

export function MonthAhead() {
  const { data: me } = useProfile();
  const p = useDue(true).data?.projection;
  if (!p) return null;
  const stillDue = {
    counts: readPlatformCounts(p.stillDueByPlatform),
    search: { status: 'Ativo', due: 'month' },
  } as const;
  return (
    <section aria-label="Projeção do mês">
      <SectionHead
        title="Projeção do mês"
        aside={
          p.renewalRate === null
            ? 'Sem vencimentos no mês passado para comparar'
            : `No mês passado, ${percent(p.renewalRate)} dos vencimentos foram renovados`
        }
      />
      <FigureGrid>
        <Figure
          label="Renovações no mês"
          value={
            <FigureLink to={toLogLink('renewed', me?.id)}>{formatCount(p.renewed)}</FigureLink>
          }
          note={creditsInWords(p.renewedCredits)}
        />
        <Figure
          label="Ainda vencem"
          value={<PlatformFigure {...stillDue}>{formatCount(p.stillDue)}</PlatformFigure>}
          note={
            <>
              até o fim do mês: <PlatformLinks {...stillDue} />
            </>
          }
        />
        <Figure
          label="Créditos para renovar"
          value={formatCredits(p.creditsLikely)}
          note={
            p.creditsLikely === p.creditsIfAll
              ? 'se todos renovarem por 30 dias'
              : `provável; ${formatCredits(p.creditsIfAll)} se todos renovarem`
          }
        />
        <Figure
          label="Novos clientes"
          value={<FigureLink to={toLogLink('new', me?.id)}>{formatCount(p.newLines)}</FigureLink>}
          note={`neste ritmo, ${pluralize(p.newLinesLikely, 'cliente', 'clientes')} no mês`}
        />
      </FigureGrid>
      <DifferenceNote figures={['forecast']} />
    </section>
  );
}
