/**
 * What of the catalogue stands in the address: the section, its filters, order and page, the window
 * that is open over it, an import being looked at and a check being followed; so all of it survives a
 * reload and an expired sign-in (Q-PAGING).
 */
import { streamFilters, streamKinds } from '@ramal/contract/catalogue';
import { verdicts } from '@ramal/contract/catalogue-lists';
import type { ListName } from '@ramal/contract/list-views';
import { PAGE_SIZES } from '@ramal/contract/paging';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { usePageSize } from '../foundation/kept-lists.ts';
import { readSection, type SectionKey, sectionLists } from './sections.ts';

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
const id = optional(z.int().min(1).max(Number.MAX_SAFE_INTEGER));

export const windowKinds = ['criar', 'editar', 'arquivo'] as const;
export type WindowKind = (typeof windowKinds)[number];

export const catalogueSearch = z.object({
  search: optional(z.union([z.string().trim().min(1).max(100), z.number().transform(String)])),
  categoria: id,
  lista: id,
  /** The series whose episodes are shown. */
  serie: id,
  situacao: optional(z.enum(streamFilters)),
  /** A column of the section that is open; of another section's it is none. */
  sort: optional(z.string().regex(/^[a-z_]{1,40}$/)),
  dir: optional(z.enum(['asc', 'desc'])),
  page: optional(z.int().min(1).max(1_000_000)),
  per_page: optional(z.literal(PAGE_SIZES)),
  /** What categories hold, or what entries of an import are. */
  tipo: optional(z.enum([...streamKinds, 'series'])),
  /** The import that is looked at, and which of its entries. */
  importacao: id,
  veredito: optional(z.enum(verdicts)),
  /** The check of sources that is followed. */
  tarefa: id,
  janela: optional(z.enum(windowKinds)),
  item: id,
});

/** What a view of one of its lists keeps. */
export const keptByViews = ['search', 'categoria', 'lista', 'situacao', 'tipo', 'sort', 'dir'];

export type CatalogueSearch = z.output<typeof catalogueSearch>;
type Change = z.input<typeof catalogueSearch>;

export interface CatalogueAddress {
  readonly section: SectionKey;
  readonly list: ListName;
  readonly asked: CatalogueSearch;
  readonly page: number;
  readonly perPage: number;
  /** A change of anything but the page leads to the first page. */
  readonly change: (change: Change) => void;
  /** A step of its own, which the phone's back undoes; what is not named is left behind. */
  readonly go: (search: Change) => void;
  readonly open: (janela: WindowKind, item?: number) => void;
  readonly close: () => void;
}

export function useCatalogueAddress(): CatalogueAddress {
  const asked = catalogueSearch.parse(useSearch({ strict: false }));
  const { section } = useParams({ strict: false }) as { section?: string };
  const navigate = useNavigate();
  const to = (search: Change, replace: boolean) => void navigate({ to: '.', search, replace });
  const list = listOf(readSection(section), asked);
  const usual = usePageSize(list);
  return {
    section: readSection(section),
    list,
    asked,
    page: asked.page ?? 1,
    perPage: asked.per_page ?? usual,
    change: (change) => to({ ...asked, page: undefined, ...change }, change.page === undefined),
    go: (search) => to(search, false),
    open: (janela, item) => to({ ...asked, janela, item }, false),
    close: () => to({ ...asked, janela: undefined, item: undefined }, true),
  };
}

/** A series opens its episodes, a list what an import of it found. */
function listOf(section: SectionKey, { serie, importacao }: CatalogueSearch): ListName {
  if (section === 'series' && serie !== undefined) return 'streams-episode';
  return section === 'listas' && importacao !== undefined
    ? 'import-entries'
    : sectionLists[section];
}
