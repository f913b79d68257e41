/**
 * «Editar»: sets a new password. The user confirms it with the old password or a code. All sessions
 * of the account end after it, including this one (S-ME-04, -05, T-33).
 */
import { Button, Checkbox, Stack } from '@mantine/core';
import { readInput } from '@ramal/contract/api/validation';
import { listPasskeys } from '@ramal/contract/passkeys';
import { changePassword } from '@ramal/contract/sessions';
import { IconDevices, IconFingerprint, IconKey, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { accountAlert } from '../resellers/account-errors.ts';
import { passwordHint } from '../resellers/password.ts';
import { signOutHere } from '../sessions/sign-out.ts';
import { PasswordField } from '../ui/form/fields/fields.tsx';
import type { FieldErrors } from '../ui/form/form-errors.ts';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { type FreshCodeState, useFreshCode } from '../second-factors/use-fresh-code.ts';
import classes from './OwnPassword.module.css';
import { SettingsButton, SettingsCard } from './SettingsCard.tsx';

const empty = { currentPassword: '', password: '', again: '', endPasskeys: false };

export function OwnPassword({ username }: { username: string }) {
  const [byCode, setByCode] = useState(false);
  const code = useFreshCode();
  const passkeys = useCall(listPasskeys, {}).data?.data.length ?? 0;
  const form = usePasswordForm(byCode, passkeys, code);
  return (
    <SettingsCard icon={IconKey} title="Editar" note="Troca a senha com que você entra no painel.">
      <InlineForm form={form}>
        <Stack gap="xl">
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={username}
            readOnly
            hidden
          />
          {byCode ? (
            <FreshCode code={code} />
          ) : (
            <PasswordField
              label="Senha atual"
              autoComplete="current-password"
              {...form.field('currentPassword')}
            />
          )}
          {code.needed && (
            <Button
              variant="link"
              size="xs"
              className={classes.otherMethod}
              onClick={() => {
                setByCode(!byCode);
                form.change({ currentPassword: '' });
              }}
            >
              {byCode ? 'Usar a senha atual' : 'Não lembro: usar o código 2FA'}
            </Button>
          )}
          <PasswordField
            label="Nova senha"
            autoComplete="new-password"
            hint={passwordHint}
            {...form.field('password')}
          />
          <PasswordField
            label="Nova senha, de novo"
            autoComplete="new-password"
            {...form.field('again')}
          />
          {passkeys > 0 && (
            <Checkbox
              label="Remover também as chaves de acesso"
              description="Elas entram sem senha e continuam valendo se não forem removidas."
              {...form.toggle('endPasskeys')}
            />
          )}
          {form.values.endPasskeys && !byCode && <FreshCode code={code} />}
          <SettingsButton type="submit" loading={form.busy}>
            Alterar senha
          </SettingsButton>
        </Stack>
      </InlineForm>
    </SettingsCard>
  );
}

function usePasswordForm(byCode: boolean, passkeys: number, code: FreshCodeState) {
  return useForm(changePassword, {
    initial: empty,
    secrets: ['currentPassword', 'password', 'again'],
    send: ({ password, currentPassword, endPasskeys }) => ({
      body: {
        password,
        ...(byCode ? {} : { currentPassword }),
        ...(endPasskeys ? { endPasskeys } : {}),
      },
    }),
    freshCode: ({ endPasskeys }) => (byCode || endPasskeys ? code : undefined),
    validate: (values) => passwordErrors(values, byCode),
    alertFor: ({ errors, refusal }) => (refusal ? undefined : accountAlert(errors)),
    confirm: ({ endPasskeys }) => changeQuestion(endPasskeys ? passkeys : 0),
    onDone: () => void signOutHere(),
  });
}

const changeQuestion = (passkeys: number) => ({
  title: 'Alterar a sua senha?',
  icon: IconKey,
  tone: 'light' as const,
  facts: [
    {
      icon: IconDevices,
      tone: 'warn' as const,
      text: 'Todos os acessos abertos terminam, este também.',
    },
    ...(passkeys > 0
      ? [
          {
            icon: IconFingerprint,
            tone: 'bad' as const,
            text:
              passkeys === 1
                ? 'A sua chave de acesso é removida e deixa de entrar.'
                : `As suas ${passkeys} chaves de acesso são removidas e deixam de entrar.`,
          },
        ]
      : []),
    { icon: IconLock, text: 'Você entra de novo com a senha nova.' },
  ],
  confirmLabel: 'Sim, alterar',
});

/**
 * Returns the errors of the passwords: errors that the server would also report, and errors that
 * only the form can detect.
 */
function passwordErrors(
  { currentPassword: current, password, again }: typeof empty,
  byCode: boolean,
): FieldErrors {
  if (password === '') return { password: 'A senha não pode ser em branco' };
  const read = readInput(changePassword.body, { password });
  return {
    ...(read.ok ? {} : read.fields),
    ...(again === password ? {} : { again: 'As senhas não conferem.' }),
    ...(byCode || current !== '' ? {} : { currentPassword: 'O campo Senha atual é necessário.' }),
  };
}
