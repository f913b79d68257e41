/** The month's projection: what was renewed, what still falls due, and the credits that will take. */
import { countOf, creditsInWords, formatCount, formatCredits } from '../../foundation/numbers.ts';
import { Figure } from '../../ui/Figure.tsx';
import { FigureGrid } from '../FigureGrid.tsx';
import { SectionHead } from '../SectionHead.tsx';
import { useDue } from './use-due.ts';

const percent = (share: number): string => `${Math.round(share * 100)}%`;

export function MonthAhead() {
  const p = useDue(true).data?.projection;
  if (!p) return null;
  return (
    <section aria-label="Projeção do mês">
      <SectionHead
        title="Projeção do mês"
        aside={
          p.renewal_rate === null
            ? 'Sem vencimentos no mês passado para comparar'
            : `No mês passado, ${percent(p.renewal_rate)} dos vencimentos foram renovados`
        }
      />
      <FigureGrid>
        <Figure
          label="Renovações no mês"
          value={formatCount(p.renewed)}
          note={creditsInWords(p.renewed_credits)}
        />
        <Figure label="Ainda vencem" value={formatCount(p.still_due)} note="até o fim do mês" />
        <Figure
          label="Créditos para renovar"
          value={formatCredits(p.credits_likely)}
          note={
            p.credits_likely === p.credits_if_all
              ? 'se todos renovarem por 30 dias'
              : `provável; ${formatCredits(p.credits_if_all)} se todos renovarem`
          }
        />
        <Figure
          label="Novos clientes"
          value={formatCount(p.new_lines)}
          note={`neste ritmo, ${countOf(p.new_lines_likely, 'cliente', 'clientes')} no mês`}
        />
      </FigureGrid>
    </section>
  );
}
