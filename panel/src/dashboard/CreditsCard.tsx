import { Skeleton } from '@mantine/core';
import { formatCount, formatCredits } from '../foundation/numbers.ts';
import { TopUpWay } from '../lines/fields/TopUpWay.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { SectionTitle } from './SectionHead.tsx';
import { SectionLink } from './SectionLink.tsx';
import classes from './CreditsCard.module.css';

/** The figure that matters most to a seller, and what it is worth (S-DASH-05). */
export function CreditsCard({ credits }: { credits: number | undefined }) {
  const isEmpty = credits !== undefined && credits < 1;
  return (
    <Panel className={classes.root}>
      <div className={classes.head}>
        <SectionTitle>Créditos</SectionTitle>
        <span className={classes.links}>
          {!isEmpty && <SectionLink to="/buy-credits">Comprar</SectionLink>}
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
          <p className={classes.worth}>{isEmpty ? <TopUpWay look="link" /> : worth(credits)}</p>
        </>
      )}
    </Panel>
  );
}

function worth(credits: number): string {
  const renewals = Math.floor(credits);
  return `Dá para ${formatCount(renewals)} ${renewals === 1 ? 'renovação' : 'renovações'} de 30 dias`;
}
