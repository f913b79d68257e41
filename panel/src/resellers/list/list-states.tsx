import { Button } from '@mantine/core';
import { IconBinaryTree2, IconPlus } from '@tabler/icons-react';
import { LinkButton } from '../../ui/LinkButton.tsx';
import type { EmptyList, NothingFound } from '../../ui/table/list-states.tsx';
import type { ResellerFilter, ResellersAddress } from './list-address.ts';

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

/** Undefined while nothing narrows the list: then an empty list is just empty. */
export function nothingFoundFace({
  search,
  searchId,
  status,
  under,
  change,
  descend,
}: ResellersAddress): NothingFound | undefined {
  if (search || searchId !== undefined) return searchFace({ search, searchId, change });
  const all = (
    <Button
      variant="default"
      onClick={() => (under === undefined ? change({ status: undefined }) : descend(undefined))}
    >
      Ver todas
    </Button>
  );
  if (status) return { ...situationFaces[status], actions: all };
  return under === undefined
    ? undefined
    : {
        title: 'Ninguém abaixo desta revenda',
        text: 'Ela ainda não cadastrou revendas.',
        actions: all,
      };
}

const situationFaces: Record<ResellerFilter, Pick<NothingFound, 'title' | 'text'>> = {
  idle: { title: 'Nenhuma sem recarga há 90 dias', text: 'Todas receberam créditos nesse tempo.' },
  blocked: { title: 'Nenhuma revenda bloqueada', text: 'Todas podem entrar no painel.' },
  deleted: {
    title: 'Nenhuma revenda excluída',
    text: 'O que for excluído fica aqui por 30 dias e pode ser restaurado.',
  },
};

function searchFace({
  search,
  searchId,
  change,
}: Pick<ResellersAddress, 'search' | 'searchId' | 'change'>): NothingFound {
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
        <Button
          variant="default"
          onClick={() => change({ search: undefined, searchID: undefined, status: undefined })}
        >
          Limpar busca
        </Button>
      </>
    ),
  };
}
