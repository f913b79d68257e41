import { streamFilters, type StreamKind } from '@ramal/contract/catalogue/catalogue';
import type { CatalogueParams } from '../catalogue-params.ts';
import type { NamedRow } from '../named-list.ts';

const stateLabels: Record<(typeof streamFilters)[number], string> = {
  problem: 'Com problema',
  ok: 'Respondem',
  unknown: 'Não verificados',
  hidden: 'Ocultos',
  gone: 'Fora da lista',
  'without-guide': 'Sem guia',
};

/** Only channels have a guide. */
export const stateSelect = (kind: StreamKind, params: CatalogueParams) =>
  params.filter('state', {
    label: 'Situação',
    options: [
      { value: undefined, label: 'Todas' },
      ...streamFilters
        .filter((state) => kind === 'live' || state !== 'without-guide')
        .map((value) => ({ value, label: stateLabels[value], phoneLabel: stateLabels[value] })),
    ],
  });

/** Shown where there are several lists, or where the address names one. */
export function listSelect(lists: readonly NamedRow[] | undefined, params: CatalogueParams) {
  if (!lists || (lists.length < 2 && params.values.list === undefined)) return [];
  return [
    params.filter('list', {
      label: 'Lista',
      options: [
        { value: undefined, label: 'Todas' },
        ...lists.map(({ id, name }) => ({ value: id, label: name, phoneLabel: name })),
      ],
    }),
  ];
}
