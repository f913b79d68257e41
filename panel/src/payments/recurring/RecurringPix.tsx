/**
 * /recurring-pix: customers with an automatic renewal. Customers with a rejected charge come first.
 */
import { Button } from '@mantine/core';
import {
  type AuthorizationRow,
  createAuthorizationLink,
  exportAuthorizations,
  listAuthorizations,
} from '@ramal/contract/payments/authorizations';
import { platforms } from '@ramal/contract/rules/platforms';
import { IconBuildingBank, IconLink, IconRepeat } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { copyText } from '../../../../packages/pages/src/clipboard.ts';
import { ExportButton } from '../../exports/ExportButton.tsx';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { NeedsSecondFactor } from '../../sessions/NeedsSecondFactor.tsx';
import { useProfile } from '../../sessions/profile.ts';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useListParams } from '../../ui/list/list-params.ts';
import type { NothingFoundText } from '../../ui/list/list.ts';
import type { ListDialogsProps } from '../../ui/list/ListDialogs.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { EmptyList } from '../../ui/table/list-states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { authorizationActions } from './authorization-actions.ts';
import { authorizationColumns } from './authorization-columns.tsx';
import { authorizationParams } from './authorization-params.ts';
import { AuthorizationDialog } from './AuthorizationDialog.tsx';
import { AuthorizationFigures, PhoneFigures } from './AuthorizationFigures.tsx';
import { AuthorizationHistory } from './AuthorizationHistory.tsx';
import { SendAuthorizationLink } from './SendAuthorizationLink.tsx';
import { useEndAuthorization } from './use-end-authorization.ts';

const breadcrumb = [{ label: 'Mais' }, { label: 'Pix Automático' }];

export function RecurringPix() {
  const profile = useProfile().data;
  if (!profile) return null;
  if (profile.secondFactor.enrolled) return <Authorizations />;
  return (
    <>
      <PageHeader title="Pix Automático" breadcrumb={breadcrumb} />
      <NeedsSecondFactor text="Aqui se vê quem renova sozinho e se encerram autorizações. Configure o 2FA da sua conta para continuar." />
    </>
  );
}

const useAuthorizationParams = () => useListParams(authorizationParams, 'recurring-pix');

function Authorizations() {
  const params = useAuthorizationParams();
  const { status } = params.values;
  const filters = status ? { status } : {};
  const query = useCall(
    listAuthorizations,
    { query: { ...params.query, ...filters } },
    { keepPrevious: true },
  );
  const now = useNow();
  const isPhone = useIsPhone();
  const page = query.data;
  const openLine = useOpenLine();
  const copyLink = useCopyLink();
  const end = useEndAuthorization();
  return (
    <ListScreen<AuthorizationRow>
      title="Pix Automático"
      breadcrumb={breadcrumb}
      buttons={<ExportButton declaration={exportAuthorizations} sent={{ body: filters }} />}
      createLink={
        <LinkButton
          to="/payment-providers"
          variant="default"
          leftSection={<IconBuildingBank size={16} stroke={1.75} aria-hidden />}
        >
          Recebimento
        </LinkButton>
      }
      above={!isPhone && page && <AuthorizationFigures {...page} />}
      list={{
        name: 'recurring-pix',
        label: 'Pix Automático',
        noun: ['cliente', 'clientes'],
        params,
        query,
        page,
        columns: authorizationColumns(now),
        actions: authorizationActions({
          open: params.openDialog,
          openLine,
          copyLink,
          end: (row) => void end(row),
        }),
        rowKey: ({ id }) => id,
        rowName: ({ name }) => name,
        rowSignal: ({ status: state }) => (state === 'refused' ? 'bad' : undefined),
        filters: {
          search: { placeholder: 'Nome, usuário ou final do CPF' },
          segments: params.filter('status', {
            label: 'Status',
            options: statusOptions(page?.counts),
          }),
        },
        banner: isPhone && page && page.counts.all > 0 && <PhoneFigures {...page} />,
        empty: emptyList(page?.offer),
        nothingFound: nothingFound(params),
      }}
      rowDialogs={rowDialogs}
    />
  );
}

const rowDialogs: NonNullable<ListDialogsProps<AuthorizationRow>['rowDialogs']> = {
  renewal: ({ lineId, name, username }, { onClose }) => (
    <AuthorizationDialog {...{ lineId, name, username, onClose }} />
  ),
  charge: (row, { onClose }) => (
    <SendAuthorizationLink authorization={row} about="payment" onClose={onClose} />
  ),
  authorize: (row, { onClose }) => (
    <SendAuthorizationLink authorization={row} about="authorization" onClose={onClose} />
  ),
  history: (row, { onClose }) => <AuthorizationHistory authorization={row} onClose={onClose} />,
};

/** Returns an action that opens the list of lines, with the receipt of this row's line. */
function useOpenLine() {
  const navigate = useNavigate();
  return ({ platform, lineId, username }: AuthorizationRow) =>
    void navigate({
      to: platforms[platform].listPath,
      search: { search: username, dialog: 'receipt', line: lineId } as never,
    });
}

/** Returns an action that copies a link for a manual payment. */
function useCopyLink() {
  const toast = useToast();
  const showFailure = useFailureAlert();
  const create = useAction(createAuthorizationLink, {
    onError: (failure) => void showFailure(failure),
  });
  return ({ id, name }: AuthorizationRow) =>
    create.mutate(
      { params: { id }, body: { about: 'payment' } },
      {
        onSuccess: ({ url }) =>
          void copyText(url).then((copied) =>
            toast({ title: copied ? 'Link copiado' : url, text: name }),
          ),
      },
    );
}

interface Counts {
  readonly all: number;
  readonly refused: number;
  readonly active: number;
  readonly waiting: number;
  readonly ended: number;
}

const statusOptions = (counts: Counts | undefined) =>
  (
    [
      [undefined, 'Todas', 'all'],
      ['refused', 'Recusadas', 'refused'],
      ['active', 'Ativas', 'active'],
      ['waiting', 'Esperando', 'waiting'],
      ['ended', 'Encerradas', 'ended'],
    ] as const
  ).map(([value, label, key]) => ({ value, label, ...(counts ? { count: counts[key] } : {}) }));

const CopyPortalLink = () => {
  const toast = useToast();
  const url = `${window.location.origin}/portal`;
  return (
    <Button
      leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
      onClick={() =>
        void copyText(url).then((copied) => toast({ title: copied ? 'Link copiado' : url }))
      }
    >
      Copiar link do portal
    </Button>
  );
};

const emptyList = (offer: 'on' | 'off' | 'not-eligible' | undefined): EmptyList =>
  offer === 'not-eligible'
    ? {
        icon: IconBuildingBank,
        title: 'Seu provedor não faz Pix Automático',
        text: 'Seus clientes continuam com o Pix de um toque.',
        actions: <LinkButton to="/payment-providers">Ver Recebimento</LinkButton>,
      }
    : {
        icon: IconRepeat,
        title: 'Nenhum cliente renova sozinho ainda',
        text: 'Quem escolher Renovar sozinho no portal aparece aqui.',
        actions: <CopyPortalLink />,
      };

function nothingFound({
  search,
  values,
  change,
}: ReturnType<typeof useAuthorizationParams>): NothingFoundText | undefined {
  if (!search && !values.status) return undefined;
  return {
    title: search ? `Nada para “${search}”` : 'Nenhum cliente assim agora',
    text: 'A busca olha o nome, o usuário e o final do CPF.',
    clear: {
      label: 'Ver todas',
      onClick: () => change({ search: undefined, status: undefined }),
    },
  };
}
