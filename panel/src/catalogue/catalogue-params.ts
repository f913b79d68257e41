/**
 * State of the catalogue in the address: filters, order and page of a section, the open dialog,
 * import and task. The state survives a reload and an expired sign-in (Q-PAGING).
 */
import {
  seriesSorts,
  streamFilters,
  streamKinds,
  streamSorts,
} from '@ramal/contract/catalogue/catalogue';
import {
  channelSourceFilters,
  channelSourceSorts,
} from '@ramal/contract/catalogue/channel-sources';
import { importEntrySorts, entryResults } from '@ramal/contract/catalogue/catalogue-lists';
import type { ListName } from '@ramal/contract/list-views';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { defineListParams, useListParams } from '../ui/list/list-params.ts';
import { idParam } from '../ui/list/search-params.ts';

const stateParam = z.enum(streamFilters);
const healthParam = z.enum(channelSourceFilters);
const kindParam = z.enum([...streamKinds, 'series']);
const resultParam = z.enum(entryResults);

const define = (sorts?: readonly string[]) =>
  defineListParams({
    filters: {
      category: idParam,
      list: idParam,
      /** The series whose episodes are shown. */
      series: idParam,
      state: stateParam,
      /** State that filters the channels in the list of sources. */
      health: healthParam,
      /** Kind that filters the categories, or the entries of an import. */
      kind: kindParam,
      import: idParam,
      result: resultParam,
      /** Id of the source check that the screen follows. */
      task: idParam,
    },
    ...(sorts ? { sorts } : {}),
    dialogs: ['create', 'edit', 'file', 'archive', 'sources'],
    target: 'item',
    viewParams: ['search', 'category', 'list', 'state', 'health', 'kind', 'sort', 'dir'],
    aliases: {
      names: {
        categoria: 'category',
        lista: 'list',
        serie: 'series',
        situacao: 'state',
        tipo: 'kind',
        importacao: 'import',
        veredito: 'result',
        verdict: 'result',
        tarefa: 'task',
        janela: 'dialog',
      },
      values: { dialog: { criar: 'create', editar: 'edit', arquivo: 'file' } },
    },
  });

/** By default, films are sorted by name, and channels and episodes by number. */
const definitions = {
  named: define(),
  live: define(['number', ...streamSorts]),
  film: define(['name', ...streamSorts]),
  episode: define(['number', ...streamSorts]),
  series: define(seriesSorts),
  sources: define(channelSourceSorts),
  entries: define(importEntrySorts),
};

export const useCatalogueParams = (list: ListName, sorts: keyof typeof definitions = 'named') =>
  useListParams(definitions[sorts], list);

export type CatalogueParams = ReturnType<typeof useCatalogueParams>;

/** Exported for tests of addresses and saved views from earlier versions. */
export const parseCatalogueParams = definitions.named.params.parse;

/**
 * Returns a function that opens a page of the same section without filters and sort order: an
 * import, or the episodes of a series.
 */
export function useOpenPage() {
  const navigate = useNavigate();
  return (page: { import?: number; series?: number; dialog?: 'file'; item?: number }) =>
    void navigate({ to: '.', search: page as never });
}
