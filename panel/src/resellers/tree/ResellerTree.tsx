/** Tree of resellers (/list-resellers?view=tree): opened level by level, searched at any depth. */
import { Button, Stack, Text } from '@mantine/core';
import { IconBinaryTree2, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useIsPhone } from '../../foundation/viewport.ts';
import { managesResellers } from '../../sessions/manages-resellers.ts';
import type { Profile } from '../../sessions/profile.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import type { RowAction } from '../../ui/table/columns.ts';
import { CreateResellerLink } from '../CreateResellerLink.tsx';
import type { Reseller } from '../reseller.ts';
import { type OpenTree, useOpenTree } from './levels.ts';
import { TreeCanvas } from './TreeCanvas.tsx';
import { EmptyTreePanel, TreePanel } from './TreePanel.tsx';
import { TreeSearch } from './TreeSearch.tsx';
import { TreeSteps } from './TreeSteps.tsx';
import classes from './ResellerTree.module.css';

interface ResellerTreeProps {
  readonly profile: Profile;
  /** Account whose level is open. Undefined at the top. */
  readonly chosen: number | undefined;
  readonly onChoose: (id: number | undefined) => void;
  readonly actions: readonly RowAction<Reseller>[];
}

export function ResellerTree({ profile, chosen, onChoose, actions }: ResellerTreeProps) {
  const phone = useIsPhone();
  const self = profile.profile === 'admin' ? undefined : profile.id;
  const tree = useOpenTree(chosen, self);
  const { account, error } = tree;
  if (error)
    return (
      <FailedTree
        tree={tree}
        {...(chosen === undefined ? {} : { onTop: () => onChoose(undefined) })}
      />
    );
  const [first] = tree.levels;
  if (first && !first.waiting && !first.error && first.total === 0)
    return <EmptyTree mayCreate={managesResellers(profile)} />;
  const panel = account && (
    <TreePanel
      key={account.id}
      reseller={account}
      actions={actions}
      above={aboveWords(account, profile)}
      isSelf={account.id === profile.id}
    />
  );
  return (
    <Stack gap="lg">
      <TreeSearch onChoose={onChoose} />
      {phone ? (
        <>
          {chosen !== undefined && panel}
          <TreeSteps tree={tree} onChoose={onChoose} />
        </>
      ) : (
        <div className={classes.split}>
          <TreeCanvas tree={tree} chosen={account?.id} onChoose={onChoose} />
          {panel ?? <EmptyTreePanel />}
        </div>
      )}
      {tree.asOf && (
        <Text c="var(--ink-3)" fz="caption">
          Números da árvore contados em {tree.asOf}
        </Text>
      )}
    </Stack>
  );
}

function aboveWords(account: Reseller, profile: Profile): string {
  if (account.id === profile.id) return 'você';
  if (account.ownerId === profile.id) return 'abaixo de você';
  return account.owner ? `abaixo de ${account.owner}` : 'no topo';
}

/**
 * Shows that the tree could not be loaded. `onTop` returns to the top if the selected account
 * cannot be shown.
 */
function FailedTree({ tree, onTop }: { tree: OpenTree; onTop?: () => void }) {
  return (
    <Panel>
      <EmptyState
        icon={IconCloudOff}
        tone="bad"
        title="Não deu para carregar a árvore"
        text={tree.error?.message}
        actions={
          <>
            <Button leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={tree.retry}>
              Tentar de novo
            </Button>
            {onTop && (
              <Button variant="default" onClick={onTop}>
                Ir para o topo
              </Button>
            )}
          </>
        }
        foot={tree.error?.requestId && <span className="mono">{tree.error.requestId}</span>}
      />
    </Panel>
  );
}

function EmptyTree({ mayCreate }: { mayCreate: boolean }) {
  return (
    <Panel>
      <EmptyState
        icon={IconBinaryTree2}
        tone="plain"
        title="Sua árvore ainda não tem galhos"
        text={
          mayCreate
            ? 'Cadastre a primeira revenda: ela compra créditos de você e vende para os clientes dela.'
            : 'A sua conta não tem permissão para ter revendas abaixo dela.'
        }
        actions={mayCreate && <CreateResellerLink />}
      />
    </Panel>
  );
}
