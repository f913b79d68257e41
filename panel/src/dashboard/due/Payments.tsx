/** Payments of the customers this month, and open payments with a link to the customer. */
import { panelTimeZone } from '../../foundation/dates.ts';
import { formatMoney } from '../../foundation/numbers.ts';
import { Figure } from '../../ui/Figure.tsx';
import { FigureGrid } from '../../ui/FigureGrid.tsx';
import { readPlatformCounts, PlatformFigure, PlatformLinks } from '../PlatformLinks.tsx';
import { SectionHead } from '../SectionHead.tsx';
import type { Due } from './due.ts';

export function Payments({ payments, now }: { payments: Due['payments']; now: Date }) {
  const { receivedCents: received, openCents: open } = payments;
  // Both sums are 0 if no customer of this account has a price.
  if (received === 0 && open === 0) return null;
  const paid = {
    counts: readPlatformCounts(payments.receivedByPlatform),
    search: { paid: 'received' },
  } as const;
  const unpaid = {
    counts: readPlatformCounts(payments.openByPlatform),
    search: { paid: 'open' },
  } as const;
  const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: panelTimeZone });
  return (
    <section aria-label="Recebimentos">
      <SectionHead title="Recebimentos" />
      <FigureGrid>
        <Figure
          label={`Recebido em ${month.format(now)}`}
          value={<PlatformFigure {...paid}>{formatMoney(received / 100)}</PlatformFigure>}
          note={<PlatformLinks {...paid} />}
        />
        <Figure
          label="Em aberto"
          value={<PlatformFigure {...unpaid}>{formatMoney(open / 100)}</PlatformFigure>}
          note={<PlatformLinks {...unpaid} />}
        />
      </FigureGrid>
    </section>
  );
}
