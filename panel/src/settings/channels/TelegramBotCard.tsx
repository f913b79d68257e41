/**
 * Card of the Telegram bot. It contains setup, test message and removal. The bot is verified before
 * it is saved.
 */
import { Anchor, Button } from '@mantine/core';
import {
  findTelegramBot,
  getChannels,
  getOwnTelegram,
  getTelegramState,
  removeTelegramBot,
  saveTelegramBot,
  sendTestTelegram,
} from '@ramal/contract/messaging';
import {
  IconAlertTriangle,
  IconBrandTelegram,
  IconMessageOff,
  IconSend,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { PasswordField } from '../../ui/form/fields/fields.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/status/Notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import oneLine from '../links/OneLine.module.css';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { type ChannelState, lastSentText, formatMoment } from './channel-state.ts';
import { ChannelFault } from './ChannelFault.tsx';
import { RemoveChannel } from './RemoveChannel.tsx';
import classes from './TelegramBotCard.module.css';

type Bot = NonNullable<ChannelState['telegram']>;

export function TelegramBotCard({ state }: { state: ChannelState }) {
  const { telegram: bot } = state;
  const text = bot
    ? lastSentText(bot)
    : state.inheritsTelegram
      ? 'Sem um próprio, as mensagens desta franquia saem pelo bot de todas.'
      : 'Sem um bot, nada sai pelo Telegram. Ele nasce de uma conversa com o @BotFather.';
  return (
    <TitledCard
      title="Telegram"
      text={text}
      aside={bot && <Remove franchise={state.franchise} bot={bot} />}
    >
      {bot && <ChannelFault channel={bot} />}
      {bot && <BotFacts franchise={state.franchise} bot={bot} />}
      <TokenForm state={state} />
    </TitledCard>
  );
}

function BotFacts({ franchise, bot }: { franchise: number; bot: Bot }) {
  const state = useCall(getTelegramState, { query: { franchise } });
  const { pending = 0, lastError: error = '', lastErrorAtTimestamp: at } = state.data ?? {};
  return (
    <div className={classes.bot}>
      <IconBrandTelegram size={20} stroke={1.75} aria-hidden />
      <p>
        <b>{bot.name}</b>{' '}
        <Anchor href={`https://t.me/${bot.username}`} target="_blank" rel="noreferrer">
          @{bot.username}
        </Anchor>
        <span>
          {pluralize(bot.connected, 'conversa conectada', 'conversas conectadas')} ·{' '}
          {bot.polled
            ? 'o painel pergunta ao Telegram, que não o alcança'
            : 'o Telegram avisa o painel'}
        </span>
        {pending > 0 && (
          <span>{pluralize(pending, 'mensagem espera', 'mensagens esperam')} para chegar</span>
        )}
      </p>
      <TestMessage />
      {error && (
        <Notice tone="warn" icon={IconAlertTriangle} title={`O Telegram relata: ${error}`}>
          {at && `Em ${formatMoment(at)}.`}
        </Notice>
      )}
    </div>
  );
}

/**
 * Button that sends a test message to the admin's own chat. The admin connects this chat under
 * «Minha conta».
 */
function TestMessage() {
  const ownTelegram = useCall(getOwnTelegram, {});
  const toast = useToast();
  const showFailure = useFailureAlert();
  const test = useAction(sendTestTelegram, {
    refresh: [getChannels],
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => void showFailure(error),
  });
  if (!ownTelegram.data?.connected) return null;
  return (
    <Button
      variant="default"
      loading={test.isPending}
      leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
      onClick={() => test.mutate({})}
    >
      Enviar a mim
    </Button>
  );
}

function TokenForm({ state }: { state: ChannelState }) {
  const [foundBot, setFoundBot] = useState<{ token: string; username: string; name: string }>();
  const lookUp = useForm(findTelegramBot, {
    initial: { token: '' },
    secrets: ['token'],
    send: (body) => ({ body }),
    keep: ({ token }) => ({ token }),
    alertFor: ({ refusal }) => (refusal ? undefined : false),
    onDone: (bot, { token }) => setFoundBot({ ...bot, token }),
  });
  const isShown = foundBot !== undefined && foundBot.token === lookUp.values.token;
  return (
    <>
      <InlineForm form={lookUp} className={oneLine.root}>
        <PasswordField
          label="Token do bot"
          labelHidden
          icon={IconBrandTelegram}
          autoComplete="off"
          placeholder={
            state.telegram ? 'Token guardado: cole outro para trocar' : 'Token do @BotFather'
          }
          {...lookUp.field('token')}
        />
        <Button type="submit" size="md" variant="default" loading={lookUp.busy}>
          Ver o bot
        </Button>
      </InlineForm>
      {isShown && (
        <Save
          state={state}
          bot={foundBot}
          onSaved={() => {
            setFoundBot(undefined);
            lookUp.reset({ token: '' });
          }}
        />
      )}
    </>
  );
}

interface SaveProps {
  readonly state: ChannelState;
  readonly bot: { readonly token: string; readonly username: string; readonly name: string };
  readonly onSaved: () => void;
}

function Save({ state: { franchise, telegram }, bot, onSaved }: SaveProps) {
  const act = useConfirmedAction();
  const save = useAction(saveTelegramBot, {
    refresh: [getChannels, getTelegramState, getOwnTelegram],
  });
  const isOther = telegram !== null && telegram.username !== bot.username;
  const ask = async () => {
    const done = await act(
      {
        title: isOther ? 'Trocar de bot?' : 'Salvar este bot?',
        icon: IconBrandTelegram,
        ...(isOther ? { tone: 'danger' as const } : {}),
        object: { name: `@${bot.username}`, mono: true, note: bot.name },
        facts: [
          isOther
            ? {
                icon: IconUsers,
                tone: 'bad',
                text: `Quem conectou @${telegram.username} precisa conectar de novo.`,
              }
            : { icon: IconUsers, text: 'Quem conectar o Telegram recebe por ele.' },
        ],
        confirmLabel: isOther ? 'Sim, trocar' : 'Sim, salvar',
      },
      () => save.mutateAsync({ body: { franchise, token: bot.token } }),
    );
    if (done) onSaved();
  };
  return (
    <div className={classes.bot}>
      <IconBrandTelegram size={20} stroke={1.75} aria-hidden />
      <p>
        <b>{bot.name}</b>
        <span>@{bot.username}</span>
      </p>
      <Button loading={save.isPending} onClick={() => void ask()}>
        Salvar
      </Button>
    </div>
  );
}

function Remove({ franchise, bot }: { franchise: number; bot: Bot }) {
  const remove = useAction(removeTelegramBot, { refresh: [getChannels, getOwnTelegram] });
  return (
    <RemoveChannel
      question={{
        title: 'Retirar o bot do Telegram?',
        icon: IconMessageOff,
        object: { name: `@${bot.username}`, mono: true },
        facts: [
          {
            icon: IconUsers,
            tone: 'bad',
            text: `${pluralize(bot.connected, 'conversa conectada fica', 'conversas conectadas ficam')} sem avisos e precisa conectar de novo se o bot voltar.`,
          },
        ],
      }}
      onConfirm={() => remove.mutateAsync({ query: { franchise } })}
    />
  );
}
