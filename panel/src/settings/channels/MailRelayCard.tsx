/** Card of the mail relay, with setup, test message and removal. */
import { Button } from '@mantine/core';
import {
  checkMailRecords,
  getChannels,
  type MailSecurity,
  removeMailRelay,
  saveMailRelay,
  sendTestEmail,
} from '@ramal/contract/messaging';
import { IconMail, IconMailOff, IconSend, IconServer } from '@tabler/icons-react';
import { useAction } from '../../foundation/api/query.ts';
import { PasswordField, TextField } from '../../ui/form/fields/fields.tsx';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { SaveButton } from '../../ui/form/SaveButton.tsx';
import oneLine from '../links/OneLine.module.css';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { type ChannelState, lastSentText } from './channel-state.ts';
import { ChannelFault } from './ChannelFault.tsx';
import { RemoveChannel } from './RemoveChannel.tsx';
import classes from './MailRelayCard.module.css';

const SECURITIES: { value: MailSecurity; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS (porta 587)' },
  { value: 'tls', label: 'TLS desde o início (porta 465)' },
  { value: 'none', label: 'Sem segurança, só na própria rede' },
];
const PORTS: Record<MailSecurity, string> = { starttls: '587', tls: '465', none: '25' };

export function MailRelayCard({ state }: { state: ChannelState }) {
  const { email } = state;
  const text = email
    ? lastSentText(email)
    : state.inheritsEmail
      ? 'Sem um próprio, os e-mails desta franquia saem pelo de todas.'
      : 'Sem um servidor, nenhum e-mail sai.';
  return (
    <TitledCard title="E-mail" text={text} aside={email && <Remove state={state} />}>
      {email && <ChannelFault channel={email} />}
      <RelayForm state={state} />
      {email && <Test franchise={state.franchise} />}
    </TitledCard>
  );
}

const valuesOf = ({ email }: ChannelState) => ({
  host: email?.host ?? '',
  security: email?.security ?? 'starttls',
  port: String(email?.port ?? PORTS.starttls),
  username: email?.username ?? '',
  password: '',
  fromAddress: email?.fromAddress ?? '',
  fromName: email?.fromName ?? '',
  dkimSelector: email?.dkimSelector ?? '',
});
type RelayValues = ReturnType<typeof valuesOf>;

function RelayForm({ state }: { state: ChannelState }) {
  const form = useForm(saveMailRelay, {
    initial: valuesOf(state),
    secrets: ['password'],
    send: (values) => ({ body: { ...values, franchise: state.franchise } }),
    refresh: [getChannels, checkMailRecords],
    alertFor: ({ errors }) => (Object.keys(errors).length > 0 ? false : undefined),
    success: ({ message, email }) => ({ title: message, text: email?.fromAddress ?? '' }),
  });
  return (
    <InlineForm form={form} className={classes.form}>
      <ServerFields form={form} isKept={state.email?.hasPassword ?? false} />
      <TextField
        label="E-mail do remetente"
        icon={IconMail}
        type="email"
        autoComplete="off"
        hint="No domínio da marca, nunca um Gmail: outros servidores recusam."
        {...form.field('fromAddress')}
      />
      <TextField label="Nome do remetente" autoComplete="off" {...form.field('fromName')} />
      <TextField
        label="Seletor DKIM"
        optional
        autoComplete="off"
        spellCheck={false}
        hint="Com ele o registro da assinatura é conferido."
        {...form.field('dkimSelector')}
      />
      <SaveButton form={form} />
    </InlineForm>
  );
}

function ServerFields({ form, isKept }: { form: Form<RelayValues>; isKept: boolean }) {
  const security = form.field('security');
  return (
    <>
      <TextField
        label="Servidor"
        icon={IconServer}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="smtp.exemplo.com"
        {...form.field('host')}
      />
      <SelectField
        label="Segurança"
        data={SECURITIES}
        value={security.value}
        error={security.error}
        onChange={(next) =>
          next && form.change({ security: next as MailSecurity, port: PORTS[next as MailSecurity] })
        }
      />
      <TextField
        label="Porta"
        inputMode="numeric"
        autoComplete="off"
        {...form.field('port', (typed) => typed.replace(/\D/g, '').slice(0, 5))}
      />
      <TextField
        label="Usuário"
        optional
        autoComplete="off"
        spellCheck={false}
        {...form.field('username')}
      />
      <PasswordField
        label="Senha"
        autoComplete="new-password"
        aside={isKept ? 'guardada' : 'opcional'}
        placeholder={isKept ? 'Escreva outra para trocar' : ''}
        {...form.field('password')}
      />
    </>
  );
}

function Test({ franchise }: { franchise: number }) {
  const form = useForm(sendTestEmail, {
    initial: { to: '' },
    send: (values) => ({ body: { ...values, franchise } }),
    refresh: [getChannels],
    keep: ({ to }) => ({ to }),
    success: ({ message, answer }) => ({ title: message, text: answer }),
  });
  return (
    <InlineForm form={form} className={oneLine.root}>
      <TextField
        label="Enviar um teste para"
        type="email"
        autoComplete="email"
        placeholder="voce@exemplo.com"
        {...form.field('to')}
      />
      <Button
        type="submit"
        size="md"
        variant="default"
        className={classes.send ?? ''}
        loading={form.busy}
        leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
      >
        Enviar teste
      </Button>
    </InlineForm>
  );
}

function Remove({ state: { franchise, email } }: { state: ChannelState }) {
  const remove = useAction(removeMailRelay, { refresh: [getChannels] });
  return (
    <RemoveChannel
      question={{
        title: 'Retirar o servidor de e-mail?',
        icon: IconMailOff,
        object: { name: email?.host ?? '', mono: true },
        facts: [
          { icon: IconMailOff, tone: 'bad', text: 'O que espera para sair por ele não sai mais.' },
        ],
      }}
      onConfirm={() => remove.mutateAsync({ query: { franchise } })}
    />
  );
}
