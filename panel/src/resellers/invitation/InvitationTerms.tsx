import { Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getInvitation } from '@ramal/contract/referrals/invitations';
import { IconCalendar, IconCoins, IconCurrencyReal } from '@tabler/icons-react';
import { formatDate } from '../../foundation/dates.ts';
import { creditsInWords, formatMoney } from '../../foundation/numbers.ts';
import { amountNames, limitText, limitTexts } from '../../limits/limit-texts.ts';
import { type Fact, Facts } from '../../ui/dialogs/Facts.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { rich } from '../../ui/rich-text.tsx';

type Invitation = ResponseOf<typeof getInvitation>;

/** The inviter and the conditions of the new account. */
export const InvitationTerms = ({ invitation }: { invitation: Invitation }) => (
  <Stack gap="2xl">
    <div>
      <Text
        component="h2"
        fz="var(--text-total)"
        fw={600}
        lh="var(--leading-figure)"
        lts="var(--tracking-figure)"
      >
        {invitation.inviter} convidou você
      </Text>
      <Text mt="2xs" c="var(--ink-2)" fz="phone" style={{ whiteSpace: 'pre-line' }}>
        {invitation.welcomeText || 'Crie sua conta de revenda e comece a vender.'}
      </Text>
    </div>
    <Panel p="var(--space-2xl)" label="Condições" gap="lg">
      <Text component="h2" inherit fz="lead">
        Condições para começar
      </Text>
      <Facts facts={listTerms(invitation)} />
    </Panel>
  </Stack>
);

function listTerms(invitation: Invitation): readonly Fact[] {
  const { credits, sale, expiresAtTimestamp } = invitation;
  return [
    ...(credits > 0
      ? [{ icon: IconCoins, text: rich`**${creditsInWords(credits)}** para começar` }]
      : []),
    ...(sale === null
      ? []
      : [{ icon: IconCurrencyReal, text: rich`**${formatMoney(sale)}** por crédito` }]),
    ...amountNames.flatMap((name) => {
      const value = invitation[name];
      if (value === null) return [];
      const { icon, name: label } = limitTexts[name];
      const prefix = name === 'lowestPrice' ? '' : 'até ';
      return [{ icon, text: rich`${label}: ${prefix}**${limitText(name, value)}**` }];
    }),
    {
      icon: IconCalendar,
      text: `Convite válido até ${formatDate(new Date(expiresAtTimestamp * 1000))}`,
    },
  ];
}
