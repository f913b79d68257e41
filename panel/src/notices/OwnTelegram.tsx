/**
 * Card of the account's Telegram chat. The account connects it with a link that is valid once,
 * tests it and disconnects it.
 */
import { Button, Group, Skeleton } from '@mantine/core';
import {
  connectTelegram,
  disconnectTelegram,
  getOwnTelegram,
  sendTestTelegram,
  TELEGRAM_LINK_MINUTES,
} from '@ramal/contract/messaging';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { IconBellOff, IconBrandTelegram } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../ui/toasts.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';

/**
 * Polling interval after a link was created. It is short, so that a new connection is shown soon
 * after the user has opened the link.
 */
const LOOK_MS = 3_000;

const endWords = {
  stopped: 'Você parou os avisos com /stop.',
  blocked: 'O bot foi bloqueado na conversa.',
  unreachable: 'A conversa foi excluída ou o bot foi bloqueado.',
  replaced: 'Outra conversa tomou o lugar desta.',
  removed: 'Desconectado.',
} as const;

/**
 * Stores the link until it is used or expires. The lifetime is measured only with the clock of this
 * browser. A difference to the server's clock would otherwise remove a new link too early.
 */
function useLink() {
  const [createdLink, setCreatedLink] = useState<{
    readonly url: string;
    readonly endsAt: number;
  }>();
  const now = useNow();
  const set = (url: string) =>
    setCreatedLink({ url, endsAt: Date.now() + TELEGRAM_LINK_MINUTES * MINUTE_MS });
  const clear = useCallback(() => setCreatedLink(undefined), []);
  return {
    link: createdLink && now.getTime() < createdLink.endsAt ? createdLink.url : undefined,
    set,
    clear,
  };
}

export function OwnTelegram() {
  const { link, set: setLink, clear: clearLink } = useLink();
  const telegram = useCall(getOwnTelegram, {}, link ? { refreshEveryMs: LOOK_MS } : {});
  const state = telegram.data;
  const isConnected = state?.connected ?? false;
  // Removes the link after its first use, because it is no longer valid.
  useEffect(() => {
    if (isConnected) clearLink();
  }, [isConnected, clearLink]);
  if (!state)
    return (
      <TitledCard padded title="Telegram">
        <Skeleton height={40} radius={8} />
      </TitledCard>
    );
  if (state.connected)
    return (
      <TitledCard
        padded
        title="Telegram"
        text={`Conectado a @${state.bot} desde ${formatDateTime(new Date((state.connectedAtTimestamp ?? 0) * 1_000))}.`}
      >
        <Connected bot={state.bot ?? ''} />
      </TitledCard>
    );
  const text =
    state.bot === null
      ? 'Este painel ainda não tem um bot do Telegram.'
      : `${state.endReason ? `${endWords[state.endReason]} ` : ''}O link abre o @${state.bot} e vale por 15 minutos, uma vez.`;
  return (
    <TitledCard padded title="Telegram" text={text}>
      {state.bot !== null && <Connect link={link} onLink={setLink} />}
    </TitledCard>
  );
}

interface ConnectProps {
  readonly link: string | undefined;
  readonly onLink: (link: string) => void;
}

function Connect({ link, onLink }: ConnectProps) {
  const showFailure = useFailureAlert();
  const connect = useAction(connectTelegram, {
    onSuccess: ({ url }) => onLink(url),
    onError: (error) => void showFailure(error),
  });
  const icon = <IconBrandTelegram size={18} stroke={1.75} aria-hidden />;
  if (link)
    return (
      <Group gap="var(--space-sm) var(--space-lg)" c="var(--ink-2)" fz="note">
        <Button component="a" href={link} target="_blank" rel="noreferrer" leftSection={icon}>
          Abrir o Telegram
        </Button>
        <span>Depois toque em «Iniciar» na conversa.</span>
      </Group>
    );
  return (
    <Group gap="var(--space-sm) var(--space-lg)" c="var(--ink-2)" fz="note">
      <Button
        variant="default"
        loading={connect.isPending}
        leftSection={icon}
        onClick={() => connect.mutate({})}
      >
        Conectar meu Telegram
      </Button>
    </Group>
  );
}

function Connected({ bot }: { bot: string }) {
  const act = useConfirmedAction();
  const toast = useToast();
  const showFailure = useFailureAlert();
  const test = useAction(sendTestTelegram, {
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => void showFailure(error),
  });
  const disconnect = useAction(disconnectTelegram, { refresh: [getOwnTelegram] });
  const ask = () =>
    act(
      {
        title: 'Desconectar o Telegram?',
        tone: 'danger',
        icon: IconBellOff,
        object: { name: `@${bot}`, mono: true },
        facts: [{ icon: IconBellOff, text: 'Nenhum aviso chega mais por esta conversa.' }],
        confirmLabel: 'Sim, desconectar',
      },
      () => disconnect.mutateAsync({}),
    );
  return (
    <Group gap="var(--space-sm) var(--space-lg)" c="var(--ink-2)" fz="note">
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate({})}>
        Enviar um teste
      </Button>
      <Button variant="danger-soft" onClick={() => void ask()}>
        Desconectar
      </Button>
    </Group>
  );
}
