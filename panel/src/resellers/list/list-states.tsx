/** Messages of an empty list, with the reason. */
import { IconBinaryTree2 } from '@tabler/icons-react';
import type { NothingFoundText } from '../../ui/list/list.ts';
import type { EmptyList } from '../../ui/table/list-states.tsx';
import { CreateResellerLink } from '../CreateResellerLink.tsx';
import type { ResellerFilter, ResellerParams } from './reseller-params.ts';

export const emptyState = (mayCreate: boolean): EmptyList => ({
  icon: IconBinaryTree2,
  title: 'Você ainda não tem revendas',
  ...(mayCreate
    ? {
        text: 'Cadastre a primeira: ela vende com os créditos que você passar, e o preço de cada crédito é você quem define.',
        actions: <CreateResellerLink />,
      }
    : { text: 'A sua conta não tem permissão para ter revendas abaixo dela.' }),
});

/**
 * Returns undefined without a search, a filter and a selected account, because the list itself is
 * empty then.
 */
export function nothingFoundState(params: ResellerParams): NothingFoundText | undefined {
  const { status, under } = params.values;
  if (params.search) return nothingForSearch(params);
  const clear = {
    label: 'Ver todas',
    onClick: () =>
      under === undefined ? params.change({ status: undefined }) : params.openLevel(undefined),
  };
  if (status) return { ...statusTexts[status], clear };
  if (under === undefined) return undefined;
  return {
    title: 'Ninguém abaixo desta revenda',
    text: 'Ela ainda não cadastrou revendas.',
    clear,
  };
}

const statusTexts: Record<ResellerFilter, Pick<NothingFoundText, 'title' | 'text'>> = {
  idle: { title: 'Nenhuma sem recarga há 90 dias', text: 'Todas receberam créditos nesse tempo.' },
  blocked: { title: 'Nenhuma revenda bloqueada', text: 'Todas podem entrar no painel.' },
  deleted: {
    title: 'Nenhuma revenda excluída',
    text: 'O que for excluído fica aqui por 30 dias e pode ser restaurado.',
  },
};

const nothingForSearch = ({ search, change }: ResellerParams): NothingFoundText => ({
  title: `Nada para “${search}”`,
  text: 'Procuramos usuário, WhatsApp e ID das suas revendas.',
  clear: {
    label: 'Limpar busca',
    onClick: () => change({ search: undefined, searchID: undefined, status: undefined }),
  },
});
