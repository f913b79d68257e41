import type { Balancer } from '@ramal/contract/operations/balancers';
import { relativeWord } from '../foundation/dates.ts';
import { countOf } from '../foundation/numbers.ts';
import { type HealthLook, HealthMark } from '../ui/status/HealthMark.tsx';
import { reasonInWords } from './balancer-words.ts';

/** How a balancer is (S-BAL2-12, T-37). */
const looks: Record<Balancer['state'], { look: HealthLook; label: string }> = {
  up: { look: 'ok', label: 'Ativa' },
  unknown: { look: 'open', label: 'Ativa' },
  down: { look: 'bad', label: 'Caiu' },
  aside: { look: 'bad', label: 'Caiu' },
  flapping: { look: 'warn', label: 'Oscilando' },
  draining: { look: 'open', label: 'Esvaziando' },
  leaving: { look: 'open', label: 'Esvaziando' },
};

export const BalancerHealth = ({ balancer, now }: { balancer: Balancer; now: Date }) => (
  <HealthMark
    {...looks[balancer.state]}
    note={noteOf(balancer, now)}
    title={reasonInWords(balancer)}
  />
);

function noteOf({ state, sinceTimestamp: since, watching }: Balancer, now: Date) {
  if (state === 'unknown') return 'ainda sem verificação';
  if (state === 'draining' || state === 'leaving') return countOf(watching, 'tela', 'telas');
  if (state === 'aside') return 'descartado';
  if (state === 'up' || since === null) return undefined;
  return relativeWord(new Date(since * 1000), now);
}
