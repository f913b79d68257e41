/**
 * Section «Lembretes» of a customer's page: the channels that reach a customer, the customer's choice, and the sent
 * reminders.
 */
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  getLineReminders,
  inviteCustomerToTelegram,
  type ReplyChannel,
  saveLineReminders,
  type OptOutChannel,
} from '@ramal/contract/reminders/customers';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { listMessages } from '@ramal/contract/lines/messages';
import { customerName } from '@ramal/contract/rules/customer-name';
import { channelLabels, thresholdLabel } from '@ramal/contract/rules/reminders';
import { IconBrandTelegram, IconBrandWhatsapp } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { formatDate, formatDateTime } from '../foundation/dates.ts';
import type { LineSectionProps } from '../lines/dialogs/other-line-dialogs.ts';
import { openWhatsApp } from '../lines/fields/whatsapp.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { SaveButton } from '../ui/form/SaveButton.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { useToast } from '../ui/toasts.tsx';
import { offerUndo } from '../ui/undo/offered-act.ts';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import classes from './CustomerReminders.module.css';

type Choices = ResponseOf<typeof getLineReminders>;

export function CustomerReminders({ line, onClose }: LineSectionProps) {
  const query = useCall(getLineReminders, { params: { id: line.id } });
  return (
    <Loaded
      query={query}
      failed="Não deu para carregar os lembretes"
      calm
      height={220}
      radius={10}
      label="Carregando os lembretes"
    >
      {(data) => <Form line={line} choices={data} onClose={onClose} />}
    </Loaded>
  );
}

/** Calls whose answers the choices of a customer change. */
const changed = [getLineReminders, getLineHistory, listMessages];

function Form({ line, choices, onClose }: LineSectionProps & { choices: Choices }) {
  const { wants, choose } = useWants(choices);
  const toast = useToast();
  const { email, stopped } = choices;
  const form = useForm(saveLineReminders, {
    initial: { email: email ?? '' },
    send: ({ email: typed }) => ({
      params: { id: line.id },
      body: {
        ...(typed.trim() ? { email: typed.trim() } : {}),
        leftOut: !wants && !stopped,
        resumed: wants && stopped !== null,
      },
    }),
    refresh: changed,
    onDone: ({ message, undoId }) => {
      const { name } = customerName(line);
      if (undoId) offerUndo({ undoId, name, effect: message, refresh: changed });
      else toast({ title: message, text: name });
      onClose();
    },
  });
  return (
    <InlineForm form={form} gap="2xl" py="lg">
      <Checkbox
        label="Recebe lembretes"
        description={choices.stopped ? stoppedText(choices.stopped) : undefined}
        checked={wants}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
      <TextField
        label="E-mail do cliente"
        optional
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...form.field('email')}
      />
      <Telegram lineId={line.id} telegram={choices.telegram} />
      <Replies replies={choices.replies} />
      <Sent reminders={choices.reminders} />
      <Group gap="sm" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <SaveButton form={form} />
      </Group>
    </InlineForm>
  );
}

/**
 * Returns whether the customer receives reminders. Until the seller changes it, the loaded state
 * applies. If the customer stops the reminders after that change, the stop applies.
 */
function useWants({ leftOut: isLeftOut, stopped }: Choices) {
  const stoppedAt = stopped?.at.getTime();
  const [chosen, setChosen] = useState<{ wants: boolean; stoppedAt: number | undefined }>();
  const isKept = chosen !== undefined && chosen.stoppedAt === stoppedAt;
  return {
    wants: isKept ? chosen.wants : !isLeftOut && !stopped,
    choose: (wants: boolean) => setChosen({ wants, stoppedAt }),
  };
}

const stopLabels: Readonly<Record<OptOutChannel, string>> = {
  telegram: 'pelo Telegram',
  email: 'pelo e-mail',
  whatsapp: 'pelo WhatsApp',
  portal: 'pelo portal',
};

const stoppedText = ({ by, at }: NonNullable<Choices['stopped']>): string =>
  `O cliente pediu para parar ${stopLabels[by]} em ${formatDate(at)}. Marque só se ele pediu para voltar.`;

/**
 * Link for connecting Telegram. A bot cannot write to a customer first. The seller therefore sends
 * this link, and the customer opens it.
 */
function Telegram({ lineId, telegram }: { lineId: number; telegram: Choices['telegram'] }) {
  const showFailure = useFailureAlert();
  const [invitation, setInvitation] = useState<ResponseOf<typeof inviteCustomerToTelegram>>();
  const invite = useAction(inviteCustomerToTelegram, {
    onSuccess: setInvitation,
    onError: (failure) => void showFailure(failure),
  });
  if (!telegram.bot)
    return (
      <Text inherit c="var(--ink-2)">
        Telegram: ainda não há um robô da marca.
      </Text>
    );
  return (
    <Stack component="section" gap="md" aria-label="Telegram">
      <p>
        {telegram.connected
          ? `Recebe pelo robô @${telegram.bot}.`
          : `Para receber pelo Telegram, o cliente abre um link do robô @${telegram.bot}, que serve uma vez.`}
      </p>
      {invitation ? (
        <>
          <CopyRow label="Link" value={invitation.url} />
          <CopyRow label="Mensagem" value={invitation.message} wrap="below" />
          <Text inherit c="var(--ink-2)">
            O link vale até {formatDate(invitation.expiresAt)}.
          </Text>
          <Button
            disabled={!invitation.whatsapp}
            leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
            onClick={() => openWhatsApp(invitation.whatsapp!, invitation.message)}
          >
            {invitation.whatsapp ? 'Enviar no WhatsApp' : 'Esta linha não tem WhatsApp'}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          loading={invite.isPending}
          leftSection={<IconBrandTelegram size={18} stroke={1.75} aria-hidden />}
          onClick={() => invite.mutate({ params: { id: lineId }, body: {} })}
        >
          {telegram.connected ? 'Criar outro link' : 'Criar link do Telegram'}
        </Button>
      )}
    </Stack>
  );
}

const stateLabels: Readonly<Record<Choices['reminders'][number]['state'], string>> = {
  planned: 'planejado',
  queued: 'na fila',
  sent: 'enviado',
  unknown: 'incerto',
  skipped: 'não saiu',
};

const replyChannelNames: Readonly<Record<ReplyChannel, string>> = {
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
};

/**
 * Replies that could not be interpreted automatically. The seller decides whether the customer
 * wants to stop.
 */
function Replies({ replies }: { replies: Choices['replies'] }) {
  if (replies.length === 0) return null;
  return (
    <section>
      <Text inherit c="var(--ink-2)">
        Respostas do cliente que não foram entendidas como pedido para parar. Se ele não quer mais
        lembretes, desmarque «Recebe lembretes».
      </Text>
      <ul className={classes.sent} aria-label="Respostas não entendidas">
        {replies.map(({ channel, text, at }) => (
          <li key={`${channel} ${at.getTime()} ${text}`}>
            <b>{replyChannelNames[channel]}</b> «{text}»
            <Text span inherit display="block" c="var(--ink-2)">
              {formatDateTime(at)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sent({ reminders }: { reminders: Choices['reminders'] }) {
  if (reminders.length === 0)
    return (
      <Text inherit c="var(--ink-2)">
        Nenhum lembrete foi planejado para este cliente ainda.
      </Text>
    );
  return (
    <ul className={classes.sent} aria-label="Últimos lembretes">
      {reminders.slice(0, 6).map(({ id, kind, days, state, channel, reason, ...at }) => (
        <li key={id}>
          <b>{thresholdLabel({ kind, days })}</b>{' '}
          {[stateLabels[state], channel && channelLabels[channel], reason]
            .filter(Boolean)
            .join(' · ')}
          <Text span inherit display="block" c="var(--ink-2)">
            {formatDateTime(at.sentAt ?? at.plannedAt)}
          </Text>
        </li>
      ))}
    </ul>
  );
}
