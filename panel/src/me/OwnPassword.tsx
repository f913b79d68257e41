/** «Editar»: a new password, by the old one or a code; then everybody is out, this browser too (S-ME-04, -05, T-33). */
import { Button } from '@mantine/core';
import { changePassword } from '@ramal/contract/sessions';
import { readInput } from '@ramal/contract/api/validation';
import { IconDevices, IconKey, IconLock } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { useAction } from '../foundation/api/query.ts';
import { accountAlert, accountErrors } from '../resellers/account-errors.ts';
import { type FieldErrors, withoutFields } from '../ui/form/form-errors.ts';
import { passwordHint } from '../resellers/password.ts';
import { signOutHere } from '../sessions/sign-out.ts';
import { useAlertDialog, useConfirm } from '../ui/dialogs/dialogs.tsx';
import { focusFirstError } from '../ui/form/focus-error.ts';
import { PasswordField } from '../ui/form/fields.tsx';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { SettingsCard } from './SettingsCard.tsx';

const BLANK = 'A senha não pode ser em branco';
const DIFFERENT = 'As senhas não conferem.';

interface Typed {
  readonly current_password: string;
  readonly password: string;
  readonly again: string;
}
const nothing: Typed = { current_password: '', password: '', again: '' };

export function OwnPassword({ username }: { username: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(nothing);
  const [texts, setTexts] = useState<FieldErrors>({});
  const [byCode, setByCode] = useState(false);
  const code = useFreshCode();
  const alert = useAlertDialog();
  const confirm = useConfirm();
  const change = useAction(changePassword);

  const type = (field: keyof Typed, value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setTexts((before) => withoutFields(before, [field]));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      password: typed.password,
      ...(byCode ? code.sent() : { current_password: typed.current_password }),
    };
    const wrong = objections(typed, byCode);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    if (byCode && !code.check()) return undefined;
    const changed = await confirm({
      title: 'Alterar a sua senha?',
      icon: IconKey,
      tone: 'light',
      facts: [
        {
          icon: IconDevices,
          tone: 'warn',
          text: 'Todos os acessos abertos terminam, este também.',
        },
        { icon: IconLock, text: 'Você entra de novo com a senha nova.' },
      ],
      confirmLabel: 'Sim, alterar',
      onConfirm: async () => {
        try {
          await change.mutateAsync({ body });
        } catch (error) {
          code.refused(error);
          setTexts(accountErrors(error as ApiError));
          throw error;
        }
      },
    });
    if (changed) await signOutHere();
    return undefined;
  };
  const refuse = async (wrong: FieldErrors) => {
    setTexts(wrong);
    await alert(accountAlert(wrong));
    if (form.current) focusFirstError(form.current);
  };
  return (
    <SettingsCard icon={IconKey} title="Editar" note="Troca a senha com que você entra no painel.">
      <form ref={form} className="me-password" noValidate onSubmit={(event) => void submit(event)}>
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
            value={typed.current_password}
            error={texts.current_password}
            onChange={({ currentTarget }) => type('current_password', currentTarget.value)}
          />
        )}
        {code.needed && (
          <Button
            variant="link"
            size="xs"
            className="me-other-way"
            onClick={() => {
              setByCode(!byCode);
              setTexts({});
            }}
          >
            {byCode ? 'Usar a senha atual' : 'Não lembro: usar o código 2FA'}
          </Button>
        )}
        <PasswordField
          label="Nova senha"
          autoComplete="new-password"
          hint={passwordHint}
          value={typed.password}
          error={texts.password}
          onChange={({ currentTarget }) => type('password', currentTarget.value)}
        />
        <PasswordField
          label="Nova senha, de novo"
          autoComplete="new-password"
          value={typed.again}
          error={texts.again}
          onChange={({ currentTarget }) => type('again', currentTarget.value)}
        />
        <Button type="submit" size="md" className="me-main" loading={change.isPending}>
          Alterar senha
        </Button>
      </form>
    </SettingsCard>
  );
}

/** What the server would say of the passwords, and what only the form knows. */
function objections(
  { current_password: current, password, again }: Typed,
  byCode: boolean,
): FieldErrors {
  if (password === '') return { password: BLANK };
  const read = readInput(changePassword.body, { password });
  const wrong: Record<string, string> = read.ok ? {} : { ...read.fields };
  if (again !== password) wrong.again = DIFFERENT;
  if (!byCode && current === '') wrong.current_password = 'O campo Senha atual é necessário.';
  return wrong;
}
