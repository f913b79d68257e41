/** «Rastrear»: the chain of owners up to the top (S-RESLIST-30, -43). */
import { Button } from '@mantine/core';
import { getRastreio } from '@ramal/contract/resellers/reseller-tree';
import { IconRoute } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import { pathText, TreePath } from './TreePath.tsx';

export function Tracking({ reseller, onClose }: ResellerDialogProps) {
  const tracking = useCall(getRastreio, { params: { id: reseller.id } });
  const path = tracking.data?.path;
  return (
    <Dialog
      onClose={onClose}
      width={460}
      title="Rastreio de revendas"
      subtitle={`Quem está acima de ${reseller.username}, do topo até aqui`}
      icon={IconRoute}
      footer={
        <>
          {path && <CopyButton size="md" text={pathText(path)} label="Copiar caminho" />}
          <Button size="md" onClick={onClose}>
            Fechar
          </Button>
        </>
      }
    >
      <Loaded
        query={tracking}
        failed="Não deu para rastrear"
        lines={2}
        height={28}
        label="Carregando"
      >
        {(data) => <TreePath path={data.path} />}
      </Loaded>
    </Dialog>
  );
}
