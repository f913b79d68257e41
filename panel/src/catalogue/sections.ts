import type { ListName } from '@ramal/contract/list-views';

/** The rooms of the catalogue's screen, as the address and the tabs name them. */
export const sections = [
  { key: 'canais', label: 'Canais' },
  { key: 'filmes', label: 'Filmes' },
  { key: 'series', label: 'Séries' },
  { key: 'categorias', label: 'Categorias' },
  { key: 'bouquets', label: 'Bouquets' },
  { key: 'pacotes', label: 'Pacotes' },
  { key: 'listas', label: 'Listas' },
  { key: 'guias', label: 'Guias' },
] as const;

export type SectionKey = (typeof sections)[number]['key'];

/** The list each shows; what opens inside one has its own. */
export const sectionLists: Record<SectionKey, ListName> = {
  canais: 'streams-live',
  filmes: 'streams-film',
  series: 'series',
  categorias: 'categories',
  bouquets: 'bouquets',
  pacotes: 'packages',
  listas: 'source-lists',
  guias: 'guides',
};

export const sectionLabel = (key: SectionKey): string =>
  sections.find((section) => section.key === key)!.label;

/** What the address says no sense of leads to the first. */
export const readSection = (said: string | undefined): SectionKey =>
  sections.find(({ key }) => key === said)?.key ?? 'canais';
