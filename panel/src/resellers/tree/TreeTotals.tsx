/**
 * «Clientes da Árvore»: lines and credits of a reseller and all its descendants (S-RESLIST-29,
 * -42).
 */
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getTotalTree } from '@ramal/contract/resellers/reseller-tree';
import { IconUsersGroup } from '@tabler/icons-react';
import { formatCount, formatCredits } from '../../foundation/numbers.ts';
import { useCall } from '../../foundation/api/query.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import type { ResellerDialogProps } from '../reseller-dialog.ts';

import classes from './TreeTotals.module.css';

type Totals = ResponseOf<typeof getTotalTree>;

export function TreeTotals({ reseller, onClose }: ResellerDialogProps) {
  const totals = useCall(getTotalTree, { params: { id: reseller.id } });
  return (
    <Dialog
      onClose={onClose}
      width={520}
      title="Clientes da Árvore"
      subtitle={`${reseller.username} e todos abaixo dela`}
      icon={IconUsersGroup}
      closeLabel="Fechar"
    >
      <Loaded
        query={totals}
        failed="Não deu para contar a árvore"
        waiting={
          <Stack gap="2xl" role="status" aria-label="Carregando">
            <Skeleton height={54} />
            <Skeleton height={120} />
          </Stack>
        }
      >
        {(data) => <Contents totals={data} />}
      </Loaded>
    </Dialog>
  );
}

function Contents({ totals }: { totals: Totals }) {
  const actives = totals.totalUsersIptv + totals.totalUsersP2p;
  const rows = [
    { label: 'Ativos', iptv: totals.totalUsersIptv, p2p: totals.totalUsersP2p },
    { label: 'Vencidos', iptv: totals.expiredIptv, p2p: totals.expiredP2p },
    { label: 'Testes', iptv: totals.testsIptv, p2p: totals.testsP2p },
  ];
  return (
    <>
      <SimpleGrid cols={3} spacing="lg">
        <Figure label="Clientes ativos" value={formatCount(actives)} />
        <Figure label="Revendas na rede" value={formatCount(totals.totalResellers)} />
        <Figure label="Créditos na rede" value={formatCredits(totals.credits)} />
      </SimpleGrid>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">IPTV</th>
            <th scope="col">P2P</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, iptv, p2p }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{formatCount(iptv)}</td>
              <td>{formatCount(p2p)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text fz="caption" c="var(--ink-3)">
        Contado em {totals.asOf}
      </Text>
    </>
  );
}
