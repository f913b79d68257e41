import type { ReminderChannel } from '@ramal/contract/rules/reminders';
import {
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconHandClick,
  type Icon,
  IconMail,
  IconWebhook,
} from '@tabler/icons-react';
import { pluralize, formatCount, formatMoney } from '../foundation/numbers.ts';
import type { ChannelAnswer } from './reminders.ts';

export const channelIcons: Readonly<Record<ReminderChannel, Icon>> = {
  hand: IconHandClick,
  telegram: IconBrandTelegram,
  email: IconMail,
  whatsapp: IconBrandWhatsapp,
  webhook: IconWebhook,
};

/** Returns the number of customers that the channel reaches, and its sender. */
export function channelDetail({ channel, reach, by, problem }: ChannelAnswer): string {
  if (channel === 'hand') return 'Você toca e envia, um cliente por vez';
  if (problem) return problem;
  const clients = pluralize(reach, 'cliente', 'clientes');
  if (channel === 'telegram') return `${clients} ligados ao robô ${by ?? ''}`;
  if (channel === 'email') return `${clients} com e-mail`;
  if (channel === 'whatsapp') return `${clients} com número, pelo ${by ?? ''}`;
  return `Tudo vai para ${by ?? ''}`;
}

/**
 * True if the channel is set up. A channel that is not set up has no cost and no limit. A channel
 * with a price is set up, even if it currently has a problem.
 */
export const isSetUp = ({ problem, costCents: cents }: ChannelAnswer): boolean =>
  problem === null || cents > 0;

export const costText = ({ costCents: cents }: ChannelAnswer): string =>
  cents === 0 ? 'grátis' : `${formatMoney(cents / 100)} cada`;

export const capText = ({ dailyCap: cap }: ChannelAnswer): string =>
  cap === null ? 'sem limite' : `${formatCount(cap)} por dia`;

export const mostText = (cents: number): string =>
  cents === 0 ? 'sem custo' : `até ${formatMoney(cents / 100)} por dia`;
