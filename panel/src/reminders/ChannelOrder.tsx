/**
 * «Por onde sai»: the channels in their order. Cost and daily limit are shown before a channel is
 * enabled.
 */
import { Box, Group, Switch, Text } from '@mantine/core';
import { getReminders, saveReminderChannels } from '@ramal/contract/reminders/reminders';
import { channelLabels } from '@ramal/contract/rules/reminders';
import { IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../ui/toasts.tsx';
import {
  capText,
  channelDetail,
  channelIcons,
  costText,
  isSetUp,
  mostText,
} from './channel-words.ts';
import { ChannelDialog } from './ChannelDialog.tsx';
import { sumMostCents, toWireChannels } from './channel-order.ts';
import classes from './ChannelOrder.module.css';
import type { ChannelAnswer, RemindersAnswer } from './reminders.ts';
import { Panel } from '../ui/layout/Panel.tsx';

export function ChannelOrder({ reminders }: { reminders: RemindersAnswer }) {
  // The name of the selected channel is stored, not the object, because every answer creates new
  // objects.
  const [chosenName, setChosenName] = useState<ChannelAnswer['channel']>();
  const { channels } = reminders;
  const chosen = channels.find(({ channel }) => channel === chosenName);
  return (
    <Panel p={0} label="Por onde sai">
      <Group
        component="header"
        gap="2xl"
        align="flex-start"
        justify="space-between"
        wrap="nowrap"
        p="2xl"
        className={classes.head}
      >
        <div>
          <Text component="h2" inherit fz="phone">
            Por onde sai
          </Text>
          <Text mt="3xs" c="var(--ink-2)" fz="control">
            Cada cliente recebe uma vez por aviso, pelo primeiro canal que servir.
          </Text>
        </div>
        <Box flex="none" ta="right">
          <Text component="b" inherit fz="phone">
            {mostText(reminders.mostCents)}
          </Text>
          {reminders.mostPaid > 0 && (
            <Text mt="3xs" c="var(--ink-2)" fz="control">
              {pluralize(reminders.mostPaid, 'mensagem paga', 'mensagens pagas')}, no máximo
            </Text>
          )}
        </Box>
      </Group>
      <ol>
        {channels.map((channel, position) => (
          <ChannelRow
            key={channel.channel}
            channel={channel}
            position={position}
            reminders={reminders}
            onOpen={() => setChosenName(channel.channel)}
          />
        ))}
      </ol>
      {chosen && (
        <ChannelDialog
          channel={chosen}
          reminders={reminders}
          onClose={() => setChosenName(undefined)}
        />
      )}
    </Panel>
  );
}

interface ChannelRowProps {
  readonly channel: ChannelAnswer;
  readonly position: number;
  readonly reminders: RemindersAnswer;
  readonly onOpen: () => void;
}

function ChannelRow({ channel, position, reminders, onOpen }: ChannelRowProps) {
  const isPhone = useIsPhone();
  const ChannelIcon = channelIcons[channel.channel];
  const label = channelLabels[channel.channel];
  const isHand = channel.channel === 'hand';
  const detail = channelDetail(channel);
  return (
    <li className={classes.row} data-hand={isHand || undefined}>
      <Text span inherit c="var(--ink-3)" fz="note" className={`${classes.position} num`}>
        {position + 1}
      </Text>
      <span className={classes.icon}>
        <ChannelIcon size={18} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.texts}>
        <Text component="b" inherit fw={500}>
          {label}
        </Text>
        <Text
          mt="3xs"
          c={channel.problem !== null && channel.isOn ? 'var(--warn)' : 'var(--ink-2)'}
          fz="note"
        >
          {isPhone ? phoneDetail(channel, detail) : detail}
        </Text>
      </div>
      <Text span inherit fz="control" className={classes.cost}>
        {isSetUp(channel) && costText(channel)}
      </Text>
      <Text span inherit fz="control" c="var(--ink-2)" className={classes.cap}>
        {isSetUp(channel) && capText(channel)}
      </Text>
      {isHand ? <span className={classes.gear} /> : <Gear label={label} onOpen={onOpen} />}
      <ChannelSwitch channel={channel} reminders={reminders} onOpen={onOpen} />
    </li>
  );
}

const phoneDetail = (channel: ChannelAnswer, detail: string): string =>
  channel.problem !== null
    ? detail
    : channel.channel === 'hand'
      ? 'grátis · você toca e envia'
      : [
          costText(channel),
          channel.dailyCap === null
            ? pluralize(channel.reach, 'cliente', 'clientes')
            : `até ${capText(channel)}`,
        ].join(' · ');

/** Button that opens the daily limit and the position of a channel. */
function Gear({ label, onOpen }: { label: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={classes.gear}
      aria-label={`Limite e ordem: ${label}`}
      onClick={onOpen}
    >
      <IconSettings size={18} stroke={1.75} aria-hidden />
    </button>
  );
}

/** Switch of a channel. It changes its state only after the server has saved the change. */
function ChannelSwitch({ channel, reminders, onOpen }: Omit<ChannelRowProps, 'position'>) {
  const confirm = useConfirm();
  const toast = useToast();
  const showFailure = useFailureAlert();
  const save = useAction(saveReminderChannels, { refresh: [getReminders] });
  const label = channelLabels[channel.channel];
  const change = async (isOn: boolean) => {
    const next = reminders.channels.map((candidate) =>
      candidate.channel === channel.channel ? { ...candidate, isOn: isOn } : candidate,
    );
    const { message } = await save.mutateAsync({
      body: { channels: toWireChannels(next), mostCents: sumMostCents(next) },
    });
    toast({ title: message, text: `${label} ${isOn ? 'ligado' : 'desligado'}` });
  };
  const press = (isOn: boolean) => {
    if (isOn && channel.channel !== 'hand') return onOpen();
    if (isOn) return void change(true).catch((failure: unknown) => void showFailure(failure));
    void confirm({
      title: `Desligar ${label}?`,
      icon: channelIcons[channel.channel],
      tone: 'light',
      facts: [
        {
          icon: channelIcons[channel.channel],
          text: 'Nada mais sai por aqui. O que já estava na fila passa para o próximo canal ligado.',
        },
      ],
      confirmLabel: 'Sim, desligar',
      onConfirm: () => change(false),
    });
  };
  return (
    <Switch
      aria-label={label}
      checked={channel.isOn}
      disabled={save.isPending}
      onChange={({ currentTarget }) => press(currentTarget.checked)}
    />
  );
}
