import type {
  CatalogueSeries,
  CatalogueStream,
  StreamKind,
} from '@ramal/contract/catalogue/catalogue';

export type Item = CatalogueStream | CatalogueSeries;

export const isStream = (item: Item): item is CatalogueStream => 'kind' in item;

/** Kind of an item, which selects the texts of its dialog and its confirmations. */
type ItemKind = StreamKind | 'series';
export const catalogueKind = (item: Item): ItemKind => (isStream(item) ? item.kind : 'series');

export const thisItem: Record<ItemKind, string> = {
  live: 'este canal',
  film: 'este filme',
  episode: 'este episódio',
  series: 'esta série',
};
