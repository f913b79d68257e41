/** Sections of the catalogue, as named in the address and the tabs. */
export const sections = [
  { key: 'canais', label: 'Canais' },
  { key: 'fontes', label: 'Fontes' },
  { key: 'filmes', label: 'Filmes' },
  { key: 'series', label: 'Séries' },
  { key: 'categorias', label: 'Categorias' },
  { key: 'bouquets', label: 'Bouquets' },
  { key: 'pacotes', label: 'Pacotes' },
  { key: 'listas', label: 'Listas' },
  { key: 'guias', label: 'Guias' },
] as const;

export type SectionKey = (typeof sections)[number]['key'];

export const sectionLabel = (key: SectionKey): string =>
  sections.find((section) => section.key === key)!.label;

/** Returns the section of a name. An unknown name selects the first section. */
export const readSection = (name: string | undefined): SectionKey =>
  sections.find(({ key }) => key === name)?.key ?? 'canais';
