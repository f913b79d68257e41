import type { Balancer } from '@ramal/contract/operations/balancers';
import type { Column } from '../ui/table/columns.ts';
import { HistoryStrip } from '../ui/status/HistoryStrip.tsx';
import { relativeWord } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';
import { type HealthLook, HealthMark } from '../ui/status/HealthMark.tsx';
import { reasonInWords } from './balancer-words.ts';

export const balancerColumns = (now: Date): Column<Balancer>[] => [
  {
    key: 'name',
    header: 'Nome',
    fill: true,
    card: 'identity',
    cell: ({ name }) => <span className="mono">{name}</span>,
  },
  {
    key: 'ip',
    header: 'IP',
    width: 150,
    muted: true,
    card: 'note',
    cell: ({ ip }) => <span className="mono">{ip}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    width: 190,
    card: 'status',
    cell: (row) => <BalancerHealth balancer={row} now={now} />,
  },
  {
    key: 'hours',
    header: 'Últimas 24 horas',
    sort: false,
    width: 170,
    cell: ({ hours }) => <HistoryStrip cells={hours} />,
  },
];

/** Columns that only the screen /balancer shows. */
export const trafficColumns: Column<Balancer>[] = [
  {
    key: 'weight',
    header: 'Peso',
    firstDirection: 'desc',
    align: 'end',
    width: 80,
    cell: ({ weight }) => <span className="num">{weight}</span>,
  },
  {
    key: 'watching',
    header: 'Assistindo',
    firstDirection: 'desc',
    align: 'end',
    width: 110,
    cell: ({ watching }) => <span className="num">{watching.toLocaleString('pt-BR')}</span>,
  },
];

/** State of a balancer (S-BAL2-12, T-37). */
const looks: Record<Balancer['state'], { look: HealthLook; label: string }> = {
  up: { look: 'ok', label: 'Ativa' },
  unknown: { look: 'open', label: 'Ativa' },
  down: { look: 'bad', label: 'Caiu' },
  aside: { look: 'bad', label: 'Caiu' },
  flapping: { look: 'warn', label: 'Oscilando' },
  draining: { look: 'open', label: 'Esvaziando' },
  leaving: { look: 'open', label: 'Esvaziando' },
};

const BalancerHealth = ({ balancer, now }: { balancer: Balancer; now: Date }) => (
  <HealthMark
    {...looks[balancer.state]}
    note={noteOf(balancer, now)}
    title={reasonInWords(balancer)}
  />
);

function noteOf({ state, sinceTimestamp: since, watching }: Balancer, now: Date) {
  if (state === 'unknown') return 'ainda sem verificação';
  if (state === 'draining' || state === 'leaving') return pluralize(watching, 'tela', 'telas');
  if (state === 'aside') return 'descartado';
  if (state === 'up' || since === null) return undefined;
  return relativeWord(new Date(since * 1000), now);
}
