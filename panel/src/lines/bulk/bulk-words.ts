/** Texts of the actions on many lines: names, confirmations and counts. */
import type { BulkAct } from '@ramal/contract/lines/bulk-lines';
import {
  IconCalendarPlus,
  IconClock12,
  IconPackage,
  IconPower,
  IconTransfer,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { pluralize, creditsInWords, formatCount } from '../../foundation/numbers.ts';
import type { ChosenAction, Preview } from './bulk.ts';

interface Words {
  readonly label: string;
  /** Shorter label of the button on the phone. */
  readonly short?: string;
  readonly icon: Icon;
  /** Participle of the action: «estendida», «estendidas». */
  readonly done: readonly [one: string, many: string];
  /** Adjective for the lines that need no change because they are already in the target state. */
  readonly already?: readonly [one: string, many: string];
}

export const actWords: Record<BulkAct, Words> = {
  extend: { label: 'Estender', icon: IconCalendarPlus, done: ['estendida', 'estendidas'] },
  'switch-on': {
    label: 'Ligar',
    icon: IconPower,
    done: ['ligada', 'ligadas'],
    already: ['já está ligada', 'já estão ligadas'],
  },
  'switch-off': {
    label: 'Desligar',
    icon: IconPower,
    done: ['desligada', 'desligadas'],
    already: ['já está desligada', 'já estão desligadas'],
  },
  'end-of-day': {
    label: 'Vencimento p/23:59',
    short: 'Ajustar',
    icon: IconClock12,
    done: ['ajustada', 'ajustadas'],
    already: ['já vence às 23:59', 'já vencem às 23:59'],
  },
  plan: {
    label: 'Mudar pacote',
    icon: IconPackage,
    done: ['mudada de pacote', 'mudadas de pacote'],
    already: ['já está neste pacote', 'já estão neste pacote'],
  },
  delete: { label: 'Deletar', icon: IconTrash, done: ['deletada', 'deletadas'] },
  migrate: { label: 'Migrar', icon: IconTransfer, done: ['migrada', 'migradas'] },
};

export const bulkActLabel = ({ act, to }: ChosenAction): string =>
  act === 'migrate' && to ? `Migrar para ${to.label}` : actWords[act].label;

export const linesWord = (count: number): string => pluralize(count, 'linha', 'linhas');

/** Number of lines that can be changed and are not already in the target state. */
export const countChanging = ({ doable, unchanged }: Preview): number => doable - unchanged;

/**
 * Returns «3 de 5 linhas serão estendidas», or «podem ser» if the credits are not enough for all of
 * them.
 */
export function headline(act: BulkAct, preview: Preview): string {
  const { total, doable } = preview;
  const [singular, many] = actWords[act].done;
  const count = countChanging(preview);
  if (doable === 0) return 'Nenhuma linha pode ser feita';
  if (count === 0) return 'Nada vai mudar';
  const share = count === total ? linesWord(total) : `${formatCount(count)} de ${linesWord(total)}`;
  if (preview.shortOf)
    return `${share} ${count === 1 ? `pode ser ${singular}` : `podem ser ${many}`}`;
  return `${share} ${count === 1 ? `será ${singular}` : `serão ${many}`}`;
}

const shortOf = (act: BulkAct): string => actWords[act].short ?? actWords[act].label;

/**
 * Returns the label of the start button: «Estender · 3 linhas · 3 créditos». On a phone the count
 * is left out if there is a cost.
 */
export function submitWords(
  choosing: ChosenAction,
  preview: Preview | undefined,
  isPhone: boolean,
): string {
  const label = isPhone ? shortOf(choosing.act) : bulkActLabel(choosing);
  if (!preview || countChanging(preview) === 0) return label;
  const count = preview.shortOf ? preview.enoughFor : countChanging(preview);
  if (count === 0) return label;
  const cost = preview.balance === null ? 0 : roundCredits(preview.costEach * count);
  const words = [linesWord(count), ...(cost > 0 ? [creditsInWords(cost)] : [])];
  return [label, ...(isPhone ? words.slice(-1) : words)].join(' · ');
}

export const roundCredits = (amount: number): number => Math.round(amount * 100) / 100;
