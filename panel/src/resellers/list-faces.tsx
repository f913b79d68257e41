import { Button } from '@mantine/core';
import { IconBinaryTree2, IconPlus } from '@tabler/icons-react';
import { LinkButton } from '../ui/LinkButton.tsx';
import type { EmptyList, NothingFound } from '../ui/table/faces.tsx';
import type { ResellersAddress } from './list-address.ts';

export const emptyFace: EmptyList = {
  icon: IconBinaryTree2,
  title: 'Você ainda não tem revendas',
  text: 'Cadastre a primeira: ela vende com os créditos que você passar, e o preço de cada crédito é você quem define.',
  actions: (
    <LinkButton to="/reseller" leftSection={<IconPlus size={16} stroke={1.75} />}>
      Cadastrar revenda
    </LinkButton>
  ),
};

/** Undefined while nothing is searched: then an empty list is just empty. */
export function nothingFoundFace({ search, searchId, change }: ResellersAddress): NothingFound | undefined {
  if (!search && searchId === undefined) return undefined;
  return {
    title: search ? `Nada para “${search}”` : `Nenhuma revenda com o ID ${searchId}`,
    text: `Procuramos em usuário e WhatsApp das suas revendas${search && searchId ? `, só na de ID ${searchId}` : ''}.`,
    actions: (
      <>
        {search && searchId !== undefined && (
          <Button variant="default" onClick={() => change({ searchID: undefined })}>
            Procurar em todas
          </Button>
        )}
        <Button variant="default" onClick={() => change({ search: undefined, searchID: undefined })}>
          Limpar busca
        </Button>
      </>
    ),
  };
}
