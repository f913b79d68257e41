/** Card «Canais»: the ways by which requests arrive, with their use today. */
import { Switch, Text } from '@mantine/core';
import { getSalesChats, type SalesChatChannel } from '@ramal/contract/storefront/sales-chats';
import { getStorefrontToday, type StorefrontChannel } from '@ramal/contract/storefront/settings';
import { type Icon, IconBrandTelegram, IconBrandWhatsapp, IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { IconTile } from '../../ui/IconTile.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import type { CardProps } from './card-props.ts';
import classes from './ChannelsCard.module.css';
import { ChatLink } from './ChatLink.tsx';
import { pageAddress, shortAddress } from './page-address.ts';
import { channelLabels } from './storefront-values.ts';

const REFRESH_MS = 60_000;

const icons: Readonly<Record<StorefrontChannel, Icon>> = {
  link: IconLink,
  telegram: IconBrandTelegram,
  whatsapp: IconBrandWhatsapp,
};

interface ChannelsCardProps extends CardProps {
  /** Rows of channels that are not part of this form. */
  readonly children?: ReactNode;
}

export function ChannelsCard({ form, state, children }: ChannelsCardProps) {
  const isPhone = useIsPhone();
  const { data: today = state.today } = useCall(
    getStorefrontToday,
    {},
    { refreshEveryMs: REFRESH_MS },
  );
  const { data: chats } = useCall(getSalesChats, {}, { refreshEveryMs: REFRESH_MS });
  const tests = pluralize(today.tests, 'teste', 'testes');
  return (
    <TitledCard
      title="Canais"
      text={isPhone ? undefined : 'Um pedido vale uma vez só, por onde quer que chegue.'}
      aside={
        <Link
          to="/storefront/{-$part}"
          params={{ part: 'numbers' }}
          search={{ period: 'today' } as never}
          className={classes.today}
          data-touch-area
        >
          hoje: {tests}
          {!isPhone && `, ${pluralize(today.sales, 'assinatura', 'assinaturas')}`}
        </Link>
      }
    >
      <ul className={classes.list}>
        {today.channels.map((use) => (
          <ChannelRow
            key={use.channel}
            use={use}
            chat={chats?.channels.find(({ channel }) => channel === use.channel)}
            form={form}
            state={state}
          />
        ))}
        {children}
      </ul>
    </TitledCard>
  );
}

interface ChannelRowProps extends CardProps {
  readonly use: CardProps['state']['today']['channels'][number];
  /** Undefined for the link, and while the chats are loading. */
  readonly chat: SalesChatChannel | undefined;
}

function ChannelRow({ use, chat, form, state }: ChannelRowProps) {
  const isPhone = useIsPhone();
  const { channel, isConnected, testsToday } = use;
  const ChannelIcon = icons[channel];
  const tests = isConnected ? `${pluralize(testsToday, 'teste', 'testes')} hoje` : '';
  const detail = detailOf(use, shortAddress(pageAddress(state.addressBase, form.values.slug)));
  const phoneDetail =
    channel === 'link' ? tests : [detail, tests].filter((part) => part !== '').join(' · ');
  return (
    <li className={classes.row}>
      <IconTile tone="plain" size={38}>
        <ChannelIcon size={18} stroke={1.75} aria-hidden />
      </IconTile>
      <div className={classes.texts}>
        <b>{channelLabels[channel]}</b>
        <Text inherit truncate c="var(--ink-2)" fz="note">
          {isPhone ? phoneDetail : detail}
        </Text>
      </div>
      {!isPhone && <span className={classes.use}>{tests}</span>}
      {isConnected ? (
        <Switch
          aria-label={channelLabels[channel]}
          checked={form.values.channels[channel]}
          onChange={({ currentTarget }) =>
            form.change({
              channels: { ...form.values.channels, [channel]: currentTarget.checked },
            })
          }
        />
      ) : (
        <Text span inherit c="var(--ink-3)" fz="note">
          Falta ligar
        </Text>
      )}
      {chat && form.values.channels[channel] && <ChatLink chat={chat} />}
    </li>
  );
}

function detailOf({ channel, isConnected, name }: ChannelRowProps['use'], address: string): string {
  if (channel === 'link') return address;
  return isConnected ? name : 'Quem administra o painel liga este canal';
}
