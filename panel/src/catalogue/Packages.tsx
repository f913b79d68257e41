/** Packages: what the resellers sell, and on how many screens it may be watched at once (Q-PACKAGES). */
import { Button } from '@mantine/core';
import { type CataloguePackage, deletePackage, listPackages } from '@ramal/contract/catalogue';
import {
  IconDeviceTv,
  IconEdit,
  IconPackage,
  IconPlus,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { countOf, formatCount } from '../foundation/numbers.ts';
import { useCall } from '../foundation/query.ts';
import { StatusBadge } from '../ui/status.tsx';
import type { Column, RowAction } from '../ui/table/columns.ts';
import { changedBySale, useBouquets } from './calls.ts';
import type { SectionProps } from './Catalogue.tsx';
import { EditPackage } from './EditPackage.tsx';
import { NamedList } from './NamedList.tsx';
import { screensInWords } from './package.ts';
import { SectionFrame } from './SectionFrame.tsx';
import { useFlash } from './use-flash.ts';
import { useRemoving } from './use-removing.ts';

export function Packages({ address }: SectionProps) {
  const list = useCall(listPackages, {});
  const bouquets = useBouquets();
  const remove = useRemoving(deletePackage, changedBySale);
  const [flash, flashRow] = useFlash();
  const { janela, item } = address.asked;
  const edited = list.data?.find(({ id }) => id === item);
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => address.open('criar')}
    >
      Criar pacote
    </Button>
  );
  const names = new Map(bouquets.map(({ id, name }) => [id, name]));
  return (
    <SectionFrame
      section="pacotes"
      actions={create}
      note="O que as revendas vendem. Uma mudança vale na hora para as linhas que já têm o pacote."
    >
      <NamedList
        address={address}
        list={list}
        label="Pacotes"
        noun={['pacote', 'pacotes']}
        columns={packageColumns(names)}
        actions={actions({
          edit: (row) => address.open('editar', row.id),
          remove: (row) => void remove(removal(row), row),
        })}
        flash={flash}
        empty={{
          icon: IconPackage,
          title: 'Nenhum pacote ainda',
          text: 'Sem pacote, nenhuma linha pode ser criada. Crie o primeiro com os bouquets que quer vender.',
          actions: create,
        }}
      />
      {(janela === 'criar' || (janela === 'editar' && edited)) && (
        <EditPackage
          key={edited?.id}
          pack={janela === 'editar' ? edited : undefined}
          onClose={address.close}
          onSaved={flashRow}
        />
      )}
    </SectionFrame>
  );
}

const packageColumns = (names: ReadonlyMap<number, string>): Column<CataloguePackage>[] => [
  {
    key: 'name',
    header: 'Nome',
    width: 220,
    card: 'identity',
    cell: ({ name }) => <b className="catalogue-name">{name}</b>,
  },
  {
    key: 'screens',
    header: 'Telas',
    width: 110,
    card: 'corner',
    cell: ({ max_connections }) => screensInWords(max_connections),
  },
  {
    key: 'tests',
    header: 'Testes',
    width: 120,
    card: 'detail',
    cell: ({ allows_tests }) =>
      allows_tests ? (
        <StatusBadge tone="test">Serve</StatusBadge>
      ) : (
        <StatusBadge tone="off" ring>
          Não serve
        </StatusBadge>
      ),
  },
  {
    key: 'bouquets',
    header: 'Bouquets',
    fill: true,
    muted: true,
    card: 'note',
    cell: (row) => bouquetNames(row, names),
    title: (row) => bouquetNames(row, names),
  },
  {
    key: 'lines',
    header: 'Linhas',
    align: 'end',
    card: 'detail',
    cell: ({ lines }) => formatCount(lines),
  },
];

const bouquetNames = (
  { bouquet_ids }: CataloguePackage,
  names: ReadonlyMap<number, string>,
): string =>
  bouquet_ids
    .map((id) => names.get(id) ?? '')
    .filter(Boolean)
    .join(', ');

interface PackageActs {
  edit: (row: CataloguePackage) => void;
  remove: (row: CataloguePackage) => void;
}

const actions = ({ edit, remove }: PackageActs): RowAction<CataloguePackage>[] => [
  { key: 'edit', label: 'Editar', icon: IconEdit, place: 'row', shortcut: 'e', run: edit },
  {
    key: 'delete',
    label: 'Deletar',
    icon: IconTrash,
    group: 'deletar',
    tone: 'danger',
    run: remove,
  },
];

const removal = ({ name, lines, max_connections }: CataloguePackage) => ({
  title: 'Deletar este pacote?',
  object: { name, note: screensInWords(max_connections) },
  facts: [
    lines > 0
      ? {
          icon: IconUsers,
          tone: 'warn' as const,
          text: `${countOf(lines, 'linha tem', 'linhas têm')} este pacote: passe-as para outro antes.`,
        }
      : { icon: IconUsers, tone: 'plain' as const, text: 'Nenhuma linha o tem.' },
    { icon: IconDeviceTv, tone: 'ok' as const, text: 'Os bouquets e o que eles reúnem continuam.' },
  ],
  done: 'Pacote deletado',
});
