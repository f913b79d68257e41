/** How an import is told: its states and the five verdicts of its dry run. */
import type { ListImport, Verdict } from '@ramal/contract/catalogue-lists';
import { verdicts } from '@ramal/contract/catalogue-lists';
import type { Icon } from '@tabler/icons-react';
import {
  IconCircleMinus,
  IconCirclePlus,
  IconEqual,
  IconPencil,
  IconAlertTriangle,
} from '@tabler/icons-react';
import { formatCount } from '../foundation/numbers.ts';

interface VerdictWords {
  readonly label: string;
  readonly icon: Icon;
  /** What the figure means, below it. */
  readonly note: string;
  readonly tone: 'ok' | 'accent' | 'warn' | 'plain' | 'bad';
  /** Said where the table has none of them. */
  readonly none: string;
}

export const verdictWords: Record<Verdict, VerdictWords> = {
  new: {
    label: 'Novos',
    icon: IconCirclePlus,
    note: 'entram no catálogo',
    tone: 'ok',
    none: 'Nada de novo nesta lista',
  },
  changed: {
    label: 'Mudaram',
    icon: IconPencil,
    note: 'são atualizados',
    tone: 'accent',
    none: 'Nada mudou desde a última vez',
  },
  gone: {
    label: 'Sumiram',
    icon: IconCircleMinus,
    note: 'não estão mais na lista',
    tone: 'warn',
    none: 'Nada sumiu da lista',
  },
  same: {
    label: 'Iguais',
    icon: IconEqual,
    note: 'ficam como estão',
    tone: 'plain',
    none: 'Nada ficou igual',
  },
  refused: {
    label: 'Recusados',
    icon: IconAlertTriangle,
    note: 'não servem, com o motivo',
    tone: 'bad',
    none: 'Nenhuma linha foi recusada',
  },
};

export const verdictOrder = verdicts;

interface StateWords {
  readonly label: string;
  readonly tone: 'ok' | 'test' | 'off' | 'bad' | 'warn';
}

export const importStateWords: Record<ListImport['state'], StateWords> = {
  reading: { label: 'Lendo', tone: 'test' },
  ready: { label: 'Para conferir', tone: 'warn' },
  applying: { label: 'Aplicando', tone: 'test' },
  applied: { label: 'Aplicada', tone: 'ok' },
  failed: { label: 'Não deu certo', tone: 'bad' },
  discarded: { label: 'Descartada', tone: 'off' },
};

export const isOpen = ({ state }: ListImport): boolean =>
  state === 'reading' || state === 'applying';

/** The first of them with something in it is what one looks at first. */
export const firstVerdict = (counts: ListImport['counts']): Verdict =>
  (['new', 'changed', 'gone', 'refused', 'same'] as const).find((verdict) => counts[verdict] > 0) ??
  'new';

/** «1.204 novos, 3 mudaram»; what changes nothing is left out. */
export function effectInWords(counts: ListImport['counts']): string {
  const parts = [
    [counts.new, counts.new === 1 ? 'novo' : 'novos'],
    [counts.changed, counts.changed === 1 ? 'mudou' : 'mudaram'],
    [counts.gone, counts.gone === 1 ? 'sumiu' : 'sumiram'],
    [counts.refused, counts.refused === 1 ? 'recusado' : 'recusados'],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`);
  return said.length > 0 ? said.join(', ') : 'nada muda';
}
