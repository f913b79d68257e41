/** Texts with the number of channels, films, series and episodes that a row contains. */
import type { CategoryKind, StreamKind } from '@ramal/contract/catalogue/catalogue';
import { pluralize } from '../foundation/numbers.ts';

const nouns: Record<CategoryKind | StreamKind, readonly [one: string, many: string]> = {
  live: ['canal', 'canais'],
  film: ['filme', 'filmes'],
  series: ['série', 'séries'],
  episode: ['episódio', 'episódios'],
};

export const kindLabels: Record<CategoryKind | StreamKind, string> = {
  live: 'Canal',
  film: 'Filme',
  series: 'Série',
  episode: 'Episódio',
};

export const kindGroups: Record<CategoryKind, string> = {
  live: 'Canais',
  film: 'Filmes',
  series: 'Séries',
};

export const counted = (kind: CategoryKind | StreamKind, count: number): string =>
  pluralize(count, ...nouns[kind]);

/** Returns «128 canais, 40 filmes», or «vazio» if all counts are zero. */
export function describeContents(
  counts: Partial<Record<CategoryKind | StreamKind, number>>,
): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => counted(kind as StreamKind, count));
  return parts.length > 0 ? parts.join(', ') : 'vazio';
}
