/** Packages that resellers sell, with the maximum number of simultaneous screens (Q-PACKAGES). */
import {
  type CataloguePackage,
  deletePackage,
  listPackages,
} from '@ramal/contract/catalogue/catalogue-packages';
import { IconDeviceTv, IconPackage, IconUsers } from '@tabler/icons-react';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { useCall } from '../../foundation/api/query.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { changedBySale, useBouquets } from '../calls.ts';
import { useCatalogueParams } from '../catalogue-params.ts';
import { EditPackage } from './EditPackage.tsx';
import { NamedSection } from '../NamedSection.tsx';
import { RowName } from '../RowName.tsx';
import type { Deletion } from '../use-delete.ts';

export function Packages() {
  const params = useCatalogueParams('packages');
  const query = useCall(listPackages, {});
  const bouquets = useBouquets();
  const names = new Map((bouquets.data ?? []).map(({ id, name }) => [id, name]));
  return (
    <NamedSection<CataloguePackage>
      section="pacotes"
      note="O que as revendas vendem. Uma mudança vale na hora para as linhas que já têm o pacote."
      create="Criar pacote"
      params={params}
      query={query}
      name="packages"
      label="Pacotes"
      noun={['pacote', 'pacotes']}
      columns={packageColumns(names)}
      deletion={{ call: deletePackage, refresh: changedBySale, confirmation: deletion }}
      empty={{
        icon: IconPackage,
        title: 'Nenhum pacote ainda',
        text: 'Sem pacote, nenhuma linha pode ser criada. Crie o primeiro com os bouquets que quer vender.',
      }}
      form={(pack, dialog) => !bouquets.isPending && <EditPackage pack={pack} {...dialog} />}
    />
  );
}

const packageColumns = (names: ReadonlyMap<number, string>): Column<CataloguePackage>[] => [
  {
    key: 'name',
    header: 'Nome',
    value: ({ name }) => name,
    width: 220,
    card: 'identity',
    cell: ({ name }) => <RowName>{name}</RowName>,
  },
  {
    key: 'screens',
    header: 'Telas',
    // 0 means no limit.
    value: ({ maxConnections }) => maxConnections || Infinity,
    width: 110,
    card: 'corner',
    cell: ({ maxConnections }) => screensText(maxConnections),
  },
  {
    key: 'tests',
    header: 'Testes',
    firstDirection: 'desc',
    value: ({ allowsTests }) => allowsTests,
    width: 120,
    cell: ({ allowsTests }) =>
      allowsTests ? (
        <StatusBadge tone="test">Sim</StatusBadge>
      ) : (
        <StatusBadge tone="off" ring>
          Não
        </StatusBadge>
      ),
  },
  {
    key: 'bouquets',
    header: 'Bouquets',
    value: (row) => bouquetNames(row, names),
    fill: true,
    muted: true,
    card: 'note',
    cell: (row) => bouquetNames(row, names),
    title: (row) => bouquetNames(row, names),
  },
  {
    key: 'lines',
    header: 'Linhas',
    firstDirection: 'desc',
    value: ({ lines }) => lines,
    align: 'end',
    cell: ({ lines }) => formatCount(lines),
  },
];

const bouquetNames = (
  { bouquetIds }: CataloguePackage,
  names: ReadonlyMap<number, string>,
): string =>
  bouquetIds
    .map((id) => names.get(id) ?? '')
    .filter(Boolean)
    .join(', ');

const deletion = ({ name, lines, maxConnections }: CataloguePackage): Deletion => ({
  title: 'Deletar este pacote?',
  object: { name, note: screensText(maxConnections) },
  facts: [
    lines > 0
      ? {
          icon: IconUsers,
          tone: 'warn',
          text: `${pluralize(lines, 'linha tem', 'linhas têm')} este pacote: passe-as para outro antes.`,
        }
      : { icon: IconUsers, text: 'Nenhuma linha o tem.' },
    { icon: IconDeviceTv, tone: 'ok', text: 'Os bouquets e o que eles reúnem continuam.' },
  ],
  success: 'Pacote deletado',
});

/** 0 means no limit. */
const screensText = (screens: number): string =>
  screens === 0 ? 'sem limite' : pluralize(screens, 'tela', 'telas');
