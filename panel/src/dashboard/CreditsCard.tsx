import { Skeleton } from '@mantine/core';
import { formatCount, formatCredits } from '../foundation/numbers.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { SectionTitle } from './SectionHead.tsx';
import { SectionLink } from './SectionLink.tsx';
import classes from './CreditsCard.module.css';

/** The figure that matters most to a seller, and what it is worth (S-DASH-05). */
export function CreditsCard({ credits }: { credits: number | undefined }) {
  return (
    <Panel className={classes.root}>
      <div className={classes.head}>
        <SectionTitle>Créditos</SectionTitle>
        <span className={classes.links}>
          <SectionLink to="/buy-credits">Comprar</SectionLink>
          <SectionLink to="/extract">Extrato</SectionLink>
        </span>
      </div>
      {credits === undefined ? (
        <Skeleton height={38} width={140} />
      ) : (
        <>
          <p className={classes.balance}>
            <b>{formatCredits(credits)}</b> {credits === 1 ? 'disponível' : 'disponíveis'}
          </p>
          <p className={classes.worth}>{worth(credits)}</p>
        </>
      )}
    </Panel>
  );
}

function worth(credits: number): string {
  const renewals = Math.floor(credits);
  if (renewals === 0) return 'Peça uma recarga a quem vende para você.';
  return `Dá para ${formatCount(renewals)} ${renewals === 1 ? 'renovação' : 'renovações'} de 30 dias`;
}
