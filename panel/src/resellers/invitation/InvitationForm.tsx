import { Button, Text } from '@mantine/core';
import { acceptInvitation } from '@ramal/contract/referrals/invitations';
import { IconArrowRight, IconLock, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { newKey } from '../../../../packages/pages/src/keys.ts';
import { useSession } from '../../foundation/api/session.ts';
import { HumanCheckBox } from '../../sessions/sign-in/HumanCheckBox.tsx';
import { type HumanCheck, useHumanCheck } from '../../sessions/sign-in/use-human-check.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { PasswordField, TextField } from '../../ui/form/fields/fields.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { accountAlert, accountCodeFields } from '../account-errors.ts';
import { ContactFields } from '../ContactFields.tsx';
import { passwordHint } from '../password.ts';
import { useEnterPanel } from './use-enter-panel.ts';

interface InvitationFormProps {
  code: string;
  /** Called if the invitation ended while the page was open. */
  onClosed: () => void;
  onCreated: (username: string) => void;
}

/** Form that creates the account, with the human check of the sign-in. */
export function InvitationForm(props: InvitationFormProps) {
  const check = useHumanCheck();
  const { form, busy, submit } = useAcceptForm(check, props);
  const session = useSession();
  return (
    <Panel p="var(--space-4xl)" label="Sua conta">
      <InlineForm form={{ ...form, busy, submit }} gap="2xl">
        <Text component="h2" inherit fz="lead">
          Sua conta
        </Text>
        {session && (
          <Notice tone="warn" icon={IconUserCircle}>
            Este navegador está na conta {session.username}. Ao criar a nova, você sai dela.
          </Notice>
        )}
        <TextField
          label="Usuário"
          icon={IconUser}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          hint="Letras, números, ponto, traço e sublinhado"
          onFocus={check.start}
          {...form.field('username')}
        />
        <PasswordField
          label="Senha"
          icon={IconLock}
          autoComplete="new-password"
          maxLength={200}
          hint={passwordHint}
          {...form.field('password')}
        />
        <ContactFields form={form} optional />
        <HumanCheckBox check={check} />
        <Button
          type="submit"
          size="md"
          loading={busy}
          rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
        >
          Criar minha conta
        </Button>
      </InlineForm>
    </Panel>
  );
}

const initial = { username: '', password: '', email: '', emailContact: '' };

function useAcceptForm(check: HumanCheck, { code, onClosed, onCreated }: InvitationFormProps) {
  const alert = useAlertDialog();
  const enter = useEnterPanel(check);
  /** Solution of the human check; undefined if the installation needs none. */
  const solution = useRef<string>(undefined);
  const [isWaiting, setIsWaiting] = useState(false);
  const attempt = useRef({ account: '', clientId: '' });
  const form = useForm(acceptInvitation, {
    initial,
    send: ({ username, password, email, emailContact }) => {
      const account = {
        username,
        password,
        ...(email.trim() && { email }),
        ...(emailContact.trim() && { emailContact }),
      };
      const text = JSON.stringify(account);
      // The same account keeps its id, so that the server does not create it twice.
      if (attempt.current.account !== text) attempt.current = { account: text, clientId: newKey() };
      const { clientId } = attempt.current;
      return {
        params: { code },
        body: {
          ...account,
          clientId,
          ...(solution.current && { gRecaptchaResponse: solution.current }),
        },
      };
    },
    codeFields: accountCodeFields,
    alertFor: ({ errors, refusal }) => (refusal ? undefined : accountAlert(errors)),
    onRefused: ({ code: refusal }) => {
      check.renew();
      if (refusal === 'invitation_closed' || refusal === 'invitation_not_found') onClosed();
    },
    success: ({ message }) => ({ title: message }),
    onDone: ({ username }, { password }) => {
      setIsWaiting(true);
      void enter({ username, password }).then((hasEntered) => hasEntered || onCreated(username));
    },
  });
  const submit = async () => {
    setIsWaiting(true);
    const taken = await check.take().catch(() => 'missing' as const);
    setIsWaiting(false);
    if (taken === 'missing') {
      await alert({ title: 'Atenção', text: 'Confirme que você não é um robô.', tone: 'warn' });
      return;
    }
    solution.current = taken === 'none' ? undefined : taken.solution;
    form.submit();
  };
  return { form, busy: form.busy || isWaiting, submit: () => void submit() };
}
