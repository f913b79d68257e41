/**
 * Enables a channel, or changes its daily limit and its position. Shows the maximum cost before the
 * change is saved.
 */
import { Stack } from '@mantine/core';
import { getReminders, saveReminderChannels } from '@ramal/contract/reminders/reminders';
import { messages } from '@ramal/contract/api/validation';
import { channelLabels } from '@ramal/contract/rules/reminders';
import { IconAlertTriangle, IconCoin, IconListNumbers, IconUsers } from '@tabler/icons-react';
import { typedWhole } from '../foundation/amounts.ts';
import { useProfile } from '../sessions/profile.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import type { Fact } from '../ui/dialogs/Facts.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import type { FieldErrors } from '../ui/form/form-errors.ts';
import { useForm } from '../ui/form/use-form.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { channelDetail, channelIcons, costText, mostText } from './channel-words.ts';
import { sumMostCents, moveChannel, toWireChannels } from './channel-order.ts';
import type { ChannelAnswer, RemindersAnswer } from './reminders.ts';

interface ChannelDialogProps {
  readonly channel: ChannelAnswer;
  readonly reminders: RemindersAnswer;
  readonly onClose: () => void;
}

export function ChannelDialog(props: ChannelDialogProps) {
  const { channel, onClose } = props;
  const isAdmin = useProfile().data?.profile === 'admin';
  if (channel.problem !== null && !channel.isOn)
    return (
      <Dialog
        onClose={onClose}
        title={channelLabels[channel.channel]}
        footer={
          channel.channel === 'whatsapp' && isAdmin ? (
            <LinkButton size="md" to="/channels">
              Conectar a conta
            </LinkButton>
          ) : undefined
        }
      >
        <Notice tone="warn" icon={IconAlertTriangle} title="Ainda não dá para ligar. ">
          {channel.problem}
        </Notice>
      </Dialog>
    );
  return <ChannelForm {...props} />;
}

function ChannelForm({ channel, reminders, onClose }: ChannelDialogProps) {
  const { channels } = reminders;
  const place = channels.findIndex((candidate) => candidate.channel === channel.channel);
  const capField = `channels.${place}.daily_cap`;
  const form = useForm(saveReminderChannels, {
    initial: {
      cap: channel.dailyCap === null ? '' : String(channel.dailyCap),
      place: String(place),
    },
    wireNames: { cap: capField },
    send: (values) => {
      const next = changed(values);
      return { body: { channels: toWireChannels(next), mostCents: sumMostCents(next) } };
    },
    validate: ({ cap }): FieldErrors =>
      /^\d*$/.test(cap) ? {} : { [capField]: messages.malformed('Mensagens por dia, no máximo') },
    refresh: [getReminders],
    success: ({ message }) => ({ title: message, text: channelLabels[channel.channel] }),
    onDone: onClose,
  });
  const changed = ({ cap, place: to }: { cap: string; place: string }) =>
    moveChannel(
      channels.map((candidate) =>
        candidate.channel === channel.channel
          ? { ...candidate, isOn: true, dailyCap: cap === '' ? null : Number(cap) }
          : candidate,
      ),
      place,
      Number(to),
    );
  const isPaid = channel.costCents > 0;
  const most = sumMostCents(changed(form.values));
  return (
    <FormDialog
      form={form}
      icon={channelIcons[channel.channel]}
      title={
        channel.isOn ? channelLabels[channel.channel] : `Ligar ${channelLabels[channel.channel]}?`
      }
      submitLabel={channel.isOn ? 'Salvar' : most > 0 ? `Ligar, ${mostText(most)}` : 'Ligar'}
      wideSubmit
      facts={factsOf(channel, most)}
      onClose={onClose}
    >
      <Stack gap="xl">
        <TextField
          label="Mensagens por dia, no máximo"
          optional={!isPaid}
          inputMode="numeric"
          maxLength={6}
          hint={isPaid ? 'O que passar do limite fica para «Cobrar agora».' : 'Vazio: sem limite.'}
          {...form.field('cap', typedWhole)}
        />
        <SelectField
          label="Ordem em que é tentado"
          data={channels.flatMap((_, at) =>
            at === 0 ? [] : [{ value: String(at), label: `${at + 1}º` }],
          )}
          {...form.field('place')}
        />
      </Stack>
    </FormDialog>
  );
}

function factsOf(channel: ChannelAnswer, most: number): Fact[] {
  return [
    { icon: IconUsers, text: `${channelDetail(channel)}.` },
    {
      icon: IconCoin,
      text:
        most === 0
          ? `Cada mensagem: ${costText(channel)}.`
          : `Cada mensagem: ${costText(channel)}. Todos os canais juntos: **${mostText(most)}**.`,
    },
    {
      icon: IconListNumbers,
      text: 'Cada cliente recebe uma vez por aviso, pelo primeiro canal que servir. Os de hoje que ainda não saíram saem na hora marcada, ou já, se ela passou.',
    },
  ];
}
