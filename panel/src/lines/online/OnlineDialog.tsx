/**
 * Shows who is currently watching with a line. An action ends a viewing. While the dialog is open,
 * the list is read again every few seconds. Source: S-IPTVLIST-22, S-SHARED-27, S-SHARED-41 to 45,
 * Q-ONLINE.
 */
import {
  endViewing,
  getMomentAbuse,
  listRefusedPlays,
  type Viewing,
} from '@ramal/contract/watching';
import { Button } from '@mantine/core';
import {
  IconDeviceTv,
  IconDeviceTvOff,
  IconPlayerStop,
  IconClockPause,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { formatTime, relativeWord } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { OnlineMark } from '../../ui/status/OnlineMark.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { callsChangedByActions } from '../platforms/calls.ts';
import type { Line } from '../line.ts';
import type { LineDialogProps } from '../dialogs/line-dialog.ts';
import { AidNote, Identification } from './Identification.tsx';
import { ViewingRows } from './ViewingRows.tsx';

const REFRESH_EVERY_MS = 4_000;

export function OnlineDialog({
  platform,
  context: { line, now },
  onClose,
}: Pick<LineDialogProps, 'platform' | 'context' | 'onClose'>) {
  const confirm = useConfirm();
  const toast = useToast();
  const viewings = useCall(
    getMomentAbuse,
    { body: { username: line.username, onlineId: null } },
    { refreshEveryMs: REFRESH_EVERY_MS },
  );
  const ending = useAction(endViewing, {
    refresh: [getMomentAbuse, ...callsChangedByActions(platform)],
  });

  const askToEnd = async (viewing: Viewing) => {
    const ended = await confirm({
      ...endConfirmation(line, viewing),
      onConfirm: () => ending.mutateAsync({ params: { id: viewing.id } }),
    });
    if (ended) toast({ title: 'Exibição encerrada', text: viewing.content });
  };

  return (
    <Identification line={line} onClose={onClose}>
      <ContestNotice line={line} now={now} />
      <RefusedPlays line={line} now={now} />
      <Loaded
        query={viewings}
        failed="Não deu para ver quem está assistindo"
        calm
        height={140}
        radius={10}
        label="Carregando quem está assistindo"
      >
        {(data) =>
          data.length === 0 ? (
            <NobodyWatches />
          ) : (
            <>
              <p>
                <OnlineMark online label={pluralize(data.length, 'tela agora', 'telas agora')} />
              </p>
              <ViewingRows
                viewings={data}
                when={(viewing) => sinceWhen(viewing, now)}
                action={(viewing) => (
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
              <AidNote />
            </>
          )
        }
      </Loaded>
    </Identification>
  );
}

/**
 * Shown if two players have repeatedly stopped each other. The player that is running keeps the
 * screen for a limited time.
 */
function ContestNotice({ line: { contestedUntil }, now }: { line: Line; now: Date }) {
  if (!contestedUntil || contestedUntil <= now) return null;
  return (
    <Notice tone="warn" icon={IconDeviceTv} title="Dois aparelhos disputam a tela desta linha">
      Um derrubava o outro sem parar. Até {formatTime(contestedUntil)} fica só quem já está
      assistindo; para os dois ao mesmo tempo, venda um pacote com mais telas.
    </Notice>
  );
}

/**
 * Shows why Ramal's player recently rejected this line. Renders nothing if there was no recent
 * rejection.
 */
function RefusedPlays({ line, now }: { line: Line; now: Date }) {
  const { data = [] } = useCall(listRefusedPlays, { body: { username: line.username } });
  if (data.length === 0) return null;
  return (
    <Notice tone="warn" icon={IconDeviceTvOff} title="O player recusou este usuário">
      {data.map(({ reason, text, userAgent, refusedAtTimestamp }) => {
        const at = new Date(refusedAtTimestamp * 1000);
        const app = userAgent === '' ? '' : ` (${userAgent})`;
        return (
          <span key={reason}>
            {text} {relativeWord(at, now)}, {formatTime(at)}
            {app}
            <br />
          </span>
        );
      })}
    </Notice>
  );
}

const NobodyWatches = () => (
  <EmptyState
    icon={IconDeviceTvOff}
    tone="plain"
    title="Ninguém está assistindo agora"
    text="Quem abrir um canal com este usuário aparece aqui em segundos."
  />
);

/**
 * Formats the start of a viewing. `now` is updated only in steps, so it may be earlier than the
 * start of a new viewing.
 */
function sinceWhen({ startedAtTimestamp }: Viewing, now: Date): string {
  const at = new Date(startedAtTimestamp * 1000);
  const ago = now.getTime() - at.getTime() < 60_000 ? 'agora há pouco' : relativeWord(at, now);
  return `desde ${formatTime(at)}, ${ago}`;
}

const endConfirmation = (line: Line, viewing: Viewing) =>
  ({
    title: 'Encerrar esta exibição?',
    tone: 'danger',
    icon: IconPlayerStop,
    object: { name: line.username, mono: true, note: line.note, aside: viewing.content },
    facts: [
      {
        icon: IconPlugConnectedX,
        tone: 'bad',
        text: 'O cliente perde a imagem **em segundos**, no meio do que está assistindo.',
      },
      {
        icon: IconClockPause,
        tone: 'warn',
        text: 'O mesmo aparelho só reabre este conteúdo depois de 1 minuto; outros conteúdos abrem na hora.',
      },
    ],
    hint: 'Quer impedir de vez? Use On/Off ou troque a senha.',
    confirmLabel: 'Sim, encerrar',
    cancelLabel: 'Não',
  }) as const;
