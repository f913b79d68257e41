/**
 * «Rastrear»: shows the ancestors of all accounts that share one address, and the account where
 * their networks meet (S-DUP-05, -06).
 */
import { Button, Skeleton, Stack } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { searchTree } from '@ramal/contract/resellers/reseller-tree';
import { IconAlertTriangle, IconGitMerge, IconRoute, IconRouteOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../foundation/api/api.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useCall } from '../foundation/api/query.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import type { Duplicate } from './duplicate-columns.tsx';
import { MeetingTree } from './MeetingTree.tsx';

type TreeSearch = ResponseOf<typeof searchTree>;

interface TrackPanelsProps {
  readonly duplicate: Duplicate;
  readonly onClose: () => void;
}

export function TrackPanels({ duplicate, onClose }: TrackPanelsProps) {
  const { ip, ids } = duplicate;
  const treeSearch = useCall(searchTree, { body: { revs: ids.slice(0, MAX_SEARCH) } });
  return (
    <Dialog
      onClose={onClose}
      width={560}
      title="Rastreio de revendas"
      subtitle={
        <>
          {pluralize(ids.length, 'painel entrou', 'painéis entraram')} hoje por{' '}
          <span className="mono">{ip}</span>
        </>
      }
      icon={IconRoute}
      closeLabel="Fechar"
    >
      <Chains treeSearch={treeSearch} />
    </Dialog>
  );
}

/** Maximum number of accounts in one call. */
const MAX_SEARCH = 100;

function Chains({ treeSearch }: { treeSearch: UseQueryResult<TreeSearch, ApiError> }) {
  const { data, error } = treeSearch;
  if (error)
    return (
      <EmptyState
        icon={IconAlertTriangle}
        tone="bad"
        title="Não deu para rastrear"
        text={error.message}
        actions={
          <Button
            variant="default"
            loading={treeSearch.isFetching}
            onClick={() => void treeSearch.refetch()}
          >
            Tentar de novo
          </Button>
        }
        foot={error.requestId && `Pedido ${error.requestId}`}
      />
    );
  if (!data)
    return (
      <Stack gap="xl" role="status" aria-label="Carregando">
        <Skeleton height={40} />
        <Skeleton height={28} />
        <Skeleton height={28} />
      </Stack>
    );
  return (
    <Stack gap="xl">
      <Meeting treeSearch={data} />
      <MeetingTree trees={data.trees} commonId={data.common?.id} />
    </Stack>
  );
}

function Meeting({ treeSearch: { common, trees } }: { treeSearch: TreeSearch }) {
  if (!common)
    return (
      <Notice tone="ok" icon={IconRouteOff}>
        Nenhuma conta está acima de todos estes painéis.
      </Notice>
    );
  const isOne = trees.some(({ id }) => id === common.id);
  return (
    <Notice tone="accent" icon={IconGitMerge}>
      {isOne ? (
        <>
          Os outros painéis estão abaixo de <strong>{common.username}</strong>, que também entrou
          por este endereço.
        </>
      ) : (
        <>
          As redes destes painéis se encontram em <strong>{common.username}</strong>.
        </>
      )}
    </Notice>
  );
}
