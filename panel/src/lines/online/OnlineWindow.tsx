/**
 * Who watches with a line now, read again every few seconds while the window is open, and the act that
 * ends one of them. Source: S-IPTVLIST-22, S-SHARED-27, S-SHARED-41 to 45, Q-ONLINE.
 */
import { endViewing, getMomentAbuse, type Viewing } from '@ramal/contract/watching';
import { Button, Skeleton } from '@mantine/core';
import { IconDeviceTvOff, IconPlayerStop } from '@tabler/icons-react';
import { countOf } from '../../foundation/numbers.ts';
import { useAct, useCall } from '../../foundation/query.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';
import { OnlineMark } from '../../ui/status.tsx';
import { FailedFace } from '../../ui/table/faces.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { changedByActs } from '../calls.ts';
import type { LineDialogProps } from '../line-dialog.ts';
import { endQuestion } from './end-question.tsx';
import './online.css';
import { ViewingRows } from './ViewingRows.tsx';

const REFRESH_EVERY_MS = 4_000;

export function OnlineWindow({
  platform,
  asking: { line, now },
  onClose,
}: Pick<LineDialogProps, 'platform' | 'asking' | 'onClose'>) {
  const confirm = useConfirm();
  const toast = useToast();
  const viewings = useCall(
    getMomentAbuse,
    { body: { username: line.username, online_id: null } },
    { refreshEveryMs: REFRESH_EVERY_MS },
  );
  const ending = useAct(endViewing, { refresh: [getMomentAbuse, ...changedByActs(platform)] });
  const { data, error } = viewings;

  const askToEnd = async (viewing: Viewing) => {
    const ended = await confirm({
      ...endQuestion(line, viewing),
      act: () => ending.mutateAsync({ params: { id: viewing.id } }),
    });
    if (ended) toast({ title: 'Exibição encerrada', text: viewing.content });
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      width={900}
      title="Identificação"
      subtitle={
        <>
          <span className="mono">{line.username}</span>
          {line.note && ` · ${line.note}`}
        </>
      }
      footer={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {error && !data && (
        <FailedFace
          failure={{
            title: 'Não deu para ver quem está assistindo',
            text: error.message,
            requestId: error.requestId,
          }}
          onRetry={() => void viewings.refetch()}
        />
      )}
      {!error && !data && (
        <Skeleton height={140} radius={10} aria-label="Carregando quem está assistindo" />
      )}
      {data?.length === 0 && (
        <EmptyFace
          icon={IconDeviceTvOff}
          tone="plain"
          title="Ninguém está assistindo agora"
          text="Quem abrir um canal com este usuário aparece aqui em segundos."
        />
      )}
      {data && data.length > 0 && (
        <>
          <p className="online-count">
            <OnlineMark online label={countOf(data.length, 'tela agora', 'telas agora')} />
          </p>
          <ViewingRows
            viewings={data}
            now={now}
            act={(viewing) => (
              <Button
                size="xs"
                variant="danger-soft"
                leftSection={<IconPlayerStop size={15} stroke={1.75} />}
                aria-label={`Encerrar ${viewing.content}`}
                onClick={() => void askToEnd(viewing)}
              >
                Encerrar
              </Button>
            )}
          />
          <p className="online-aid-note">
            AID é o identificador único do acesso, feito quando o conteúdo é aberto: data, hora e
            uma marca.
          </p>
        </>
      )}
    </Dialog>
  );
}
