import { ActionIcon, Button } from '@mantine/core';
import { IconBinaryTree2, IconList, IconUserSearch } from '@tabler/icons-react';
import { useListWidth } from '../../foundation/viewport.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import type { ResellerParams } from './reseller-params.ts';

const icon = { size: 16, stroke: 1.75 };
export const FIND_USER = 'Procurar por usuário';
/** Text for a failure without a reason. */
export const EXPORT_FAILED = 'Falha ao exportar os dados.';

/**
 * Button that opens the search for a user. Below 1440 px it has a short label, and below 1280 px
 * only an icon, because the title needs the space.
 */
export function FindUserButton({ params }: { params: ResellerParams }) {
  const width = useListWidth();
  const open = () => params.openDialog('find-user');
  if (width !== 'narrow') {
    return (
      <Button
        variant="default"
        leftSection={<IconUserSearch {...icon} />}
        aria-label={FIND_USER}
        onClick={open}
      >
        {width === 'wide' ? FIND_USER : 'Por usuário'}
      </Button>
    );
  }
  return (
    <ActionIcon
      data-tooltip={FIND_USER}
      variant="default"
      size={34}
      aria-label={FIND_USER}
      onClick={open}
    >
      <IconUserSearch {...icon} />
    </ActionIcon>
  );
}

export function ViewSwitch({ params }: { params: ResellerParams }) {
  return (
    <Segmented
      label="Mostrar como"
      value={params.values.view ?? 'list'}
      options={[
        { value: 'list', label: 'Lista', icon: <IconList {...icon} aria-hidden /> },
        { value: 'tree', label: 'Árvore', icon: <IconBinaryTree2 {...icon} aria-hidden /> },
      ]}
      onChange={(view) => params.change({ view: view === 'tree' ? 'tree' : undefined })}
    />
  );
}
