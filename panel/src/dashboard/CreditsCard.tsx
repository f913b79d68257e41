import { Skeleton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatCount, formatCredits } from '../foundation/numbers.ts';
import { Panel } from '../ui/panels.tsx';

/** The figure that matters most to a seller, and what it is worth (S-DASH-05). */
export function CreditsCard({ credits }: { credits: number | undefined }) {
  return (
    <Panel className="dashboard-credits">
      <div className="dashboard-credits-head">
        <h2 className="dashboard-title">Créditos</h2>
        <Link to="/extract" className="dashboard-link">
          Extrato <IconArrowRight size={15} stroke={1.75} aria-hidden />
        </Link>
      </div>
      {credits === undefined ? (
        <Skeleton height={38} width={140} />
      ) : (
        <>
          <p className="dashboard-balance">
            <b>{formatCredits(credits)}</b> {credits === 1 ? 'disponível' : 'disponíveis'}
          </p>
          <p className="dashboard-worth">{worth(credits)}</p>
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
