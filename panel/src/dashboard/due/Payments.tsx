/** Payments of the customers this month, and open payments with a link to the customer. */
import { panelTimeZone } from '../../foundation/dates.ts';
import { formatMoney } from '../../foundation/numbers.ts';
import { Figure } from '../../ui/Figure.tsx';
import { FigureGrid } from '../FigureGrid.tsx';
import { countsOf, PlatformLinks } from '../PlatformLinks.tsx';
import { SectionHead } from '../SectionHead.tsx';
import type { Due } from './due.ts';

export function Payments({ payments, now }: { payments: Due['payments']; now: Date }) {
  const { received_cents: received, open_cents: open } = payments;
  // Nobody has been given a price.
  if (received === 0 && open === 0) return null;
  const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: panelTimeZone });
  return (
    <section aria-label="Recebimentos">
      <SectionHead title="Recebimentos" />
      <FigureGrid>
        <Figure
          label={`Recebido em ${month.format(now)}`}
          value={formatMoney(received / 100)}
          note={
            <PlatformLinks
              counts={countsOf(payments.received_by_platform)}
              search={{ paid: 'received' }}
            />
          }
        />
        <Figure
          label="Em aberto"
          value={formatMoney(open / 100)}
          note={
            <PlatformLinks counts={countsOf(payments.open_by_platform)} search={{ paid: 'open' }} />
          }
        />
      </FigureGrid>
    </section>
  );
}
