/** Texts of an import: its states and the five results of its preview. */
import type { ListImport, EntryResult } from '@ramal/contract/catalogue/catalogue-lists';
import { entryResults } from '@ramal/contract/catalogue/catalogue-lists';
import type { Icon } from '@tabler/icons-react';
import {
  IconCircleMinus,
  IconCirclePlus,
  IconEqual,
  IconPencil,
  IconAlertTriangle,
} from '@tabler/icons-react';
import { formatCount } from '../../foundation/numbers.ts';

interface ResultTexts {
  readonly label: string;
  readonly icon: Icon;
  /** Explanation below the count. */
  readonly note: string;
  readonly tone: 'ok' | 'accent' | 'warn' | 'plain' | 'bad';
  /** Title of the empty table. */
  readonly none: string;
}

export const resultTexts: Record<EntryResult, ResultTexts> = {
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

export const resultOrder = entryResults;

interface StateTexts {
  readonly label: string;
  readonly tone: 'ok' | 'test' | 'off' | 'bad' | 'warn';
}

export const importStates: Record<ListImport['state'], StateTexts> = {
  reading: { label: 'Lendo', tone: 'test' },
  ready: { label: 'Para conferir', tone: 'warn' },
  applying: { label: 'Aplicando', tone: 'test' },
  applied: { label: 'Aplicada', tone: 'ok' },
  failed: { label: 'Não deu certo', tone: 'bad' },
  discarded: { label: 'Descartada', tone: 'off' },
};

export const isRunning = ({ state }: ListImport): boolean =>
  state === 'reading' || state === 'applying';

/** Returns the first result that has entries. The preview selects it at the start. */
export const firstResult = (counts: ListImport['counts']): EntryResult =>
  (['new', 'changed', 'gone', 'refused', 'same'] as const).find((result) => counts[result] > 0) ??
  'new';

/** Returns «1.204 novos, 3 mudaram», or «nada muda». Unchanged entries are not counted. */
export function countsText(counts: ListImport['counts']): string {
  const parts = [
    [counts.new, counts.new === 1 ? 'novo' : 'novos'],
    [counts.changed, counts.changed === 1 ? 'mudou' : 'mudaram'],
    [counts.gone, counts.gone === 1 ? 'sumiu' : 'sumiram'],
    [counts.refused, counts.refused === 1 ? 'recusado' : 'recusados'],
  ] as const;
  const texts = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`);
  return texts.length > 0 ? texts.join(', ') : 'nada muda';
}
