import { type SectionKey, sectionLabel } from './sections.ts';

/** A page inside a section: the episodes of a series, or an import. */
export interface SectionPage {
  readonly title: string;
  readonly phoneTitle?: string;
}

/** Title, path and back link of a section, as properties of the page header. */
export function sectionHeader(section: SectionKey, page?: SectionPage) {
  const label = sectionLabel(section);
  const path = `/catalogue/${section}` as const;
  return {
    title: page?.title ?? label,
    phoneTitle: page?.phoneTitle ?? page?.title ?? label,
    breadcrumb: [
      { label: 'Catálogo', to: '/catalogue' as const },
      ...(page ? [{ label, to: path }, { label: page.phoneTitle ?? page.title }] : [{ label }]),
    ],
    ...(page ? { backTo: path } : {}),
    wide: true,
  };
}
