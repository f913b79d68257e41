import type {
  CatalogueSeries,
  CatalogueStream,
  StreamKind,
} from '@ramal/contract/catalogue/catalogue';

/** What the lists of channels, films, episodes and series have in common. */
export type Item = CatalogueStream | CatalogueSeries;

export const isStream = (item: Item): item is CatalogueStream => 'kind' in item;

/** What an item is, as its dialog and its confirmations call it. */
export type ItemKind = StreamKind | 'series';
export const kindOf = (item: Item): ItemKind => (isStream(item) ? item.kind : 'series');

export const thisItem: Record<ItemKind, string> = {
  live: 'este canal',
  film: 'este filme',
  episode: 'este episódio',
  series: 'esta série',
};
