/** Rastrear: the chain of owners up to the top (S-RESLIST-30, -43). */
import { Button, Skeleton, Stack } from '@mantine/core';
import { getRastreio } from '@ramal/contract/resellers/reseller-tree';
import { IconRoute } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import { pathText, TreePath } from './TreePath.tsx';
import { DialogIcon } from '../../ui/dialogs/DialogIcon.tsx';

export function Tracking({ reseller, onClose }: ResellerDialogProps) {
  const tracking = useCall(getRastreio, { params: { id: reseller.id } });
  const path = tracking.data?.path;
  return (
    <Dialog
      opened
      onClose={onClose}
      width={460}
      title="Rastreio de revendas"
      subtitle={`Quem está acima de ${reseller.username}, do topo até aqui`}
      lead={
        <DialogIcon>
          <IconRoute size={22} stroke={1.75} aria-hidden />
        </DialogIcon>
      }
      footer={
        <>
          {path && <CopyButton size="md" text={pathText(path)} label="Copiar caminho" />}
          <Button size="md" onClick={onClose}>
            Fechar
          </Button>
        </>
      }
    >
      {tracking.error ? (
        <ErrorState
          title="Não deu para rastrear"
          error={tracking.error}
          busy={tracking.isFetching}
          onRetry={() => void tracking.refetch()}
        />
      ) : path ? (
        <TreePath path={path} />
      ) : (
        <Stack gap="2xl" role="status" aria-label="Carregando">
          <Skeleton height={28} />
          <Skeleton height={28} />
        </Stack>
      )}
    </Dialog>
  );
}
