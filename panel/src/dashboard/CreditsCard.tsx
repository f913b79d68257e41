import { Skeleton } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { formatCount, formatCredits } from '../foundation/numbers.ts';
import { Panel } from '../ui/panels.tsx';

/** The figure that matters most to a seller, and what it is worth. */
export function CreditsCard({ credits }: { credits: number | undefined }) {
  return (
    <Panel className="dashboard-credits">
      <h2 className="dashboard-title">
        <IconCoins size={18} stroke={1.75} aria-hidden /> Créditos
      </h2>
      {credits === undefined ? (
        <Skeleton height={38} width={140} />
      ) : (
        <>
          <p className="dashboard-balance">
            <b>{formatCredits(credits)}</b> disponíveis
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
