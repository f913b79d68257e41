import { Group, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getLineAuthorization } from '@ramal/contract/payments/authorizations';
import {
  type Icon,
  IconAlertCircle,
  IconBuildingStore,
  IconClock,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dayInWords, formatDate, formatDateTime } from '../../foundation/dates.ts';
import { creditsInWords, formatCredits, formatMoney } from '../../foundation/numbers.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { Facts } from '../../ui/dialogs/Facts.tsx';
import { rich } from '../../ui/rich-text.tsx';
import { providerNames } from '../providers/provider-words.ts';
import classes from './AuthorizationFacts.module.css';
import { atSeconds } from './authorization-words.ts';

type Authorization = NonNullable<ResponseOf<typeof getLineAuthorization>['authorization']>;

export function AuthorizationFacts({ authorization }: { authorization: Authorization }) {
  const warnings = warningsOf(authorization);
  return (
    <Stack gap="xl">
      {warnings.length > 0 && <Facts facts={warnings} />}
      <dl className={classes.facts}>
        {factsOf(authorization).map(([label, value]) => (
          <Group key={label} gap="0 var(--space-lg)" justify="space-between" align="baseline">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Group>
        ))}
      </dl>
      {authorization.status !== 'ended' && <WhoEnds authorization={authorization} />}
    </Stack>
  );
}

/** True if the portal credits do not cover the next renewal. */
const lacksCredits = ({ credits, portalCredits }: Authorization): boolean =>
  portalCredits < credits;

function warningsOf(authorization: Authorization): Fact[] {
  const { refusal, credits, portalCredits, newValue, value, status } = authorization;
  return [
    ...(refusal && status === 'refused'
      ? [{ icon: IconAlertCircle, tone: 'bad' as const, text: `${refusal.text}.` }]
      : []),
    ...(lacksCredits(authorization) && status !== 'ended'
      ? [
          {
            icon: IconClock,
            tone: 'warn' as const,
            text: `${creditsInWords(credits)} do portal, que tem ${formatCredits(portalCredits)}: o pagamento chega e a renovação espera.`,
          },
        ]
      : []),
    ...(newValue === null || status === 'ended'
      ? []
      : [
          {
            icon: IconClock,
            tone: 'warn' as const,
            text: rich`O preço mudou para **${formatMoney(newValue)}**: a cobrança fica em ${formatMoney(value)} até o cliente autorizar de novo.`,
          },
        ]),
  ];
}

function factsOf(authorization: Authorization): [string, ReactNode][] {
  const { nextExpiresTimestamp, credits, portalCredits, authorizedTimestamp } = authorization;
  return [
    ['O banco debita', `${formatMoney(authorization.value)}, fixo`],
    ...(nextExpiresTimestamp === null
      ? []
      : [['Passa a vencer em', formatDate(atSeconds(nextExpiresTimestamp))] as [string, string]]),
    ['Custa', `${creditsInWords(credits)} do portal, que tem ${formatCredits(portalCredits)}`],
    [
      'Autorizado',
      authorizedTimestamp === null
        ? 'ainda não'
        : `${formatDateTime(atSeconds(authorizedTimestamp))}, ${providerText(authorization)}`,
    ],
    ['Quem paga', `${authorization.payerName}, CPF ${authorization.cpf}`],
  ];
}

const providerText = ({ provider }: Authorization): string =>
  provider === null ? 'no modo de teste' : `pelo ${providerNames[provider]}`;

function WhoEnds({ authorization }: { authorization: Authorization }) {
  const { customerStopsUntil, next } = authorization;
  const until = customerStopsUntil ? `, até ${dayInWords(customerStopsUntil)}` : '';
  return (
    <Stack component="section" gap="sm" aria-labelledby="who-ends">
      <Text component="h3" id="who-ends" inherit fz="body" fw={600}>
        Quem pode encerrar
      </Text>
      <ul className={classes.enders}>
        <Ender icon={IconUser} name="O cliente" text={`no app do banco ou no portal${until}`} />
        <Ender
          icon={IconBuildingStore}
          name="Você"
          text="aqui; o cliente é avisado e passa a pagar à mão"
        />
        <Ender
          icon={IconShieldLock}
          name="O painel"
          text="se a linha for deletada, bloqueada ou migrada, ou quando o cliente autorizar outro preço"
        />
      </ul>
      {next && next.state !== 'skipped' && (
        <Text c="var(--ink-2)" fz="note">
          +30 antes do dia {Number(next.dueOn.slice(8))} pula a cobrança de {monthOf(next.dueOn)}. A
          autorização fica.
        </Text>
      )}
    </Stack>
  );
}

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' });
const monthOf = (day: string): string => monthName.format(new Date(`${day}T00:00:00Z`));

interface EnderProps {
  icon: Icon;
  name: string;
  text: string;
}

const Ender = ({ icon: EnderIcon, name, text }: EnderProps) => (
  <Group component="li" gap="lg" wrap="nowrap" px="xl" py="sm">
    <EnderIcon size={18} stroke={1.75} aria-hidden />
    <Stack gap={0}>
      <Text span inherit fw={500}>
        {name}
      </Text>
      <Text span inherit c="var(--ink-2)" fz="note">
        {text}
      </Text>
    </Stack>
  </Group>
);
