/**
 * Card of the number of the WhatsApp Cloud API. It contains its keys, the price of a message, the
 * templates, and the webhook address for Meta.
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import {
  getChannels,
  removeWhatsappNumber,
  saveWhatsappNumber,
  submitWhatsappTemplates,
} from '@ramal/contract/messaging';
import { IconBrandWhatsapp, IconMessageOff, IconRefresh } from '@tabler/icons-react';
import { useAction } from '../../foundation/api/query.ts';
import { pluralize, formatCount, formatMoney } from '../../foundation/numbers.ts';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { PasswordField, TextField } from '../../ui/form/fields/fields.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { SaveButton } from '../../ui/form/SaveButton.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { type ChannelState, lastSentText } from './channel-state.ts';
import { ChannelFault } from './ChannelFault.tsx';
import { RemoveChannel } from './RemoveChannel.tsx';
import classes from './WhatsappCard.module.css';
import { FieldRow } from '../../ui/form/FormSection.tsx';

type WhatsappNumber = NonNullable<ChannelState['whatsapp']>;

export function WhatsappCard({ state }: { state: ChannelState }) {
  const { whatsapp: number, franchise } = state;
  const text = number
    ? `${number.verifiedName} · ${number.displayNumber}. ${lastSentText(number)}`
    : state.inheritsWhatsapp
      ? 'Sem um próprio, os lembretes desta franquia saem pelo número de todas.'
      : 'Só a API oficial da Meta. Sem um número, os lembretes seguem por «Cobrar agora» e pelos outros canais.';
  return (
    <TitledCard
      title="WhatsApp"
      text={text}
      aside={number && <Remove franchise={franchise} number={number} />}
    >
      {number && <ChannelFault channel={number} />}
      {number && <Facts franchise={franchise} number={number} />}
      <NumberForm state={state} />
    </TitledCard>
  );
}

function useNumberForm({ franchise, whatsapp: number }: ChannelState) {
  return useForm(saveWhatsappNumber, {
    initial: {
      phoneNumberId: number?.phoneNumberId ?? '',
      wabaId: number?.wabaId ?? '',
      portfolioId: number && number.portfolioId !== number.wabaId ? number.portfolioId : '',
      token: '',
      appSecret: '',
      cost: number ? (number.costCents / 100).toFixed(2).replace('.', ',') : '',
      dailyLimit: String(number?.dailyLimit ?? 250),
    },
    secrets: ['token', 'appSecret'],
    wireNames: { cost: 'costCents' },
    send: ({ cost, ...body }) => ({
      body: { ...body, franchise, costCents: centsOf(cost) } as never,
    }),
    confirm: ({ cost, dailyLimit: limit }) => ({
      title: 'Salvar este número?',
      icon: IconBrandWhatsapp,
      facts: [
        {
          icon: IconBrandWhatsapp,
          text: `Cada mensagem entregue custa ${formatMoney(Number(centsOf(cost) || 0) / 100)} na Meta; no máximo ${formatMoney((Number(centsOf(cost) || 0) * Number(limit)) / 100)} por dia com ${pluralize(Number(limit), 'pessoa', 'pessoas')}.`,
        },
      ],
      confirmLabel: 'Sim, salvar',
    }),
    refresh: [getChannels],
    success: ({ message }) => ({ title: message }),
  });
}

function NumberForm({ state }: { state: ChannelState }) {
  const form = useNumberForm(state);
  const placeholder = state.whatsapp ? 'guardado: cole outro para trocar' : '';
  return (
    <InlineForm form={form} gap="xl" p="var(--space-2xl) var(--inset)" className={classes.form}>
      <FieldRow>
        <TextField label="ID do número" mono inputMode="numeric" {...form.field('phoneNumberId')} />
        <TextField label="ID da conta (WABA)" mono inputMode="numeric" {...form.field('wabaId')} />
      </FieldRow>
      <PasswordField
        label="Token"
        autoComplete="off"
        placeholder={placeholder}
        hint="De um usuário do sistema, com acesso à conta."
        {...form.field('token')}
      />
      <PasswordField
        label="Chave secreta do aplicativo"
        autoComplete="off"
        placeholder={placeholder}
        {...form.field('appSecret')}
      />
      <FieldRow>
        <TextField
          label="Custo por mensagem, em reais"
          inputMode="decimal"
          placeholder="0,25"
          hint="O que a Meta cobra por mensagem entregue."
          {...form.field('cost')}
        />
        <TextField
          label="Pessoas por dia"
          inputMode="numeric"
          hint="O limite do portfólio na Meta; o que passa fica em «Cobrar agora»."
          {...form.field('dailyLimit')}
        />
      </FieldRow>
      <TextField
        label="ID do portfólio"
        optional
        mono
        inputMode="numeric"
        hint="Números do mesmo portfólio dividem o limite do dia."
        {...form.field('portfolioId')}
      />
      <SaveButton form={form} />
    </InlineForm>
  );
}

/**
 * Converts `0,25` to `25`. Text that is not an amount is returned unchanged, so that the contract
 * rejects it.
 */
const centsOf = (reais: string): string =>
  /^\d{1,3}([.,]\d{1,2})?$/.test(reais.trim())
    ? String(Math.round(Number(reais.trim().replace(',', '.')) * 100))
    : reais;

const statusLabels: Readonly<Record<string, string>> = {
  MISSING: 'não enviado',
  PENDING: 'em análise',
  APPROVED: 'aprovado',
  REJECTED: 'recusado',
  PAUSED: 'pausado',
  DISABLED: 'desativado',
  ARCHIVED: 'arquivado',
  BROKEN: 'não confere com o da casa',
};

function Facts({ franchise, number }: { franchise: number; number: WhatsappNumber }) {
  const toast = useToast();
  const showFailure = useFailureAlert();
  const submit = useAction(submitWhatsappTemplates, {
    refresh: [getChannels],
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => void showFailure(error),
  });
  return (
    <Stack gap="xl" p="var(--space-2xl) var(--inset)" fz="control" className={classes.facts}>
      <p>
        Hoje ainda cabem <b className="num">{formatCount(number.room)}</b> de{' '}
        {pluralize(number.dailyLimit, 'pessoa', 'pessoas')}.
      </p>
      <CopyRow label="Endereço do webhook" value={`${location.origin}${number.webhookPath}`} />
      <CopyRow label="Palavra de verificação" value={number.verifyToken} />
      <Stack component="ul" gap="lg" aria-label="Modelos">
        {number.templates.map(({ name, status, category, reason, body }) => (
          <li key={name}>
            <Group component="p" gap="var(--space-2xs) var(--space-lg)" align="stretch">
              <Text component="b" inherit c="var(--ink)" className="mono">
                {name}
              </Text>
              <Text span inherit c={status === 'APPROVED' ? 'var(--ok)' : 'var(--warn)'}>
                {statusLabels[status] ?? status.toLowerCase()}
              </Text>
            </Group>
            {category === 'MARKETING' && (
              <p>A Meta o conta como propaganda, que custa mais e pode ser segurada.</p>
            )}
            {reason && <p>{reason}</p>}
            <blockquote>{body}</blockquote>
          </li>
        ))}
      </Stack>
      <Group gap="2xl">
        <Button
          variant="default"
          loading={submit.isPending}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={() => submit.mutate({ body: { franchise } })}
        >
          Enviar e conferir modelos
        </Button>
      </Group>
    </Stack>
  );
}

function Remove({ franchise, number }: { franchise: number; number: WhatsappNumber }) {
  const remove = useAction(removeWhatsappNumber, { refresh: [getChannels] });
  return (
    <RemoveChannel
      question={{
        title: 'Retirar o número do WhatsApp?',
        icon: IconMessageOff,
        object: { name: number.displayNumber, mono: true },
        facts: [
          {
            icon: IconMessageOff,
            tone: 'bad',
            text: 'O que esperava por ele segue pelos outros canais ou fica em «Cobrar agora».',
          },
        ],
      }}
      onConfirm={() => remove.mutateAsync({ query: { franchise } })}
    />
  );
}
