import type { Balancer } from '@ramal/contract/operations/balancers';
import { relativeWord } from '../foundation/dates.ts';
import { countOf } from '../foundation/numbers.ts';
import { reasonInWords } from './balancer-words.ts';
import classes from './HealthMark.module.css';

type Look = 'ok' | 'bad' | 'warn' | 'open';

/** How a balancer is: a shape of its own for each look, never colour alone (S-BAL2-12, T-37). */
const looks: Record<Balancer['state'], { look: Look; label: string }> = {
  up: { look: 'ok', label: 'Ativa' },
  unknown: { look: 'open', label: 'Ativa' },
  down: { look: 'bad', label: 'Caiu' },
  aside: { look: 'bad', label: 'Caiu' },
  flapping: { look: 'warn', label: 'Oscilando' },
  draining: { look: 'open', label: 'Esvaziando' },
  leaving: { look: 'open', label: 'Esvaziando' },
};

export function HealthMark({ balancer, now }: { balancer: Balancer; now: Date }) {
  const { look, label } = looks[balancer.state];
  const small = noteOf(balancer, now);
  return (
    <span className={classes.root} data-look={look} title={reasonInWords(balancer)}>
      <span className={classes.shape} aria-hidden />
      {label}
      {small && <span className={classes.small}>{small}</span>}
    </span>
  );
}

function noteOf({ state, since_timestamp: since, watching }: Balancer, now: Date) {
  if (state === 'unknown') return 'ainda sem verificação';
  if (state === 'draining' || state === 'leaving') return countOf(watching, 'tela', 'telas');
  if (state === 'aside') return 'descartado';
  if (state === 'up' || since === null) return undefined;
  return relativeWord(new Date(since * 1000), now);
}
