import { getMyIp } from '@ramal/contract/sessions';
import {
  IconArrowRight,
  IconLock,
  IconLockOpen2,
  IconShieldCheck,
  IconUser,
} from '@tabler/icons-react';
import { lazy, Suspense, type SyntheticEvent, useEffect, useRef } from 'react';
import { useBrand } from '../../brand/brand.tsx';
import { useCall } from '../../foundation/api/query.ts';
import { useNextScreens } from '../../foundation/use-next-screens.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { ThemeSwitch } from '../../shell/user/ThemeSwitch.tsx';
import { BranchArt } from '../../ui/states/BranchArt.tsx';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { PasswordField, TextField } from '../../ui/form/fields/fields.tsx';
import { focusFirstError } from '../../ui/form/focus-error.ts';
import { Notice } from '../../ui/status/Notice.tsx';
import { BrandedSignIn } from './BrandedSignIn.tsx';
import { HumanCheckBox } from './HumanCheckBox.tsx';
import { canUsePasskeys } from '../passkey-device.ts';
import { OtherMethods, PasskeyButton } from './OtherMethods.tsx';
import type { SignInMethod } from './second-step.ts';
import classes from './SignIn.module.css';
import { SignInButton } from './SignInButton.tsx';
import { useHumanCheck } from './use-human-check.ts';
import type { SignInValues } from './sign-in-values.ts';
import { type SignInForm, useSignIn } from './use-sign-in.ts';

const SecondStepFields = lazy(async () => ({
  default: (await import('./SecondStepFields.tsx')).SecondStepFields,
}));

const afterSignIn = ['/dashboard'];

/** /login (S-LOGIN). The route guards redirect after the sign-in. */
export function SignIn() {
  const { background } = useBrand();
  useNextScreens(afterSignIn);
  return background ? (
    <BrandedSignIn>
      <SignInFields titled={false} />
    </BrandedSignIn>
  ) : (
    <DefaultSignIn />
  );
}

function DefaultSignIn() {
  const { name, logo, title, forceLight } = useBrand();
  return (
    <main className={classes.root}>
      <title>{`Entrar · ${title}`}</title>
      <div className={classes.column}>
        <p className={classes.brand}>
          <BrandMark size={32} logo={logo} />
          {name}
        </p>
        <SignInFields titled />
        <footer className={classes.foot}>
          <span>{name} · Painel de revenda</span>
          {!forceLight && <ThemeSwitch />}
        </footer>
      </div>
      <BranchArt
        title="Toda a sua rede, a um toque de distância."
        text="Crie, renove e envie os dados ao cliente antes que ele pergunte de novo."
      />
    </main>
  );
}

/**
 * Fields of the current step. The first step has no title if the card shows the name of the brand.
 * The second step always has a title.
 */
function SignInFields({ titled }: { titled: boolean }) {
  const check = useHumanCheck();
  const formRef = useRef<HTMLFormElement>(null);
  const form = useSignIn(check, (field) => focusField(formRef.current, field));
  const { errors, second } = form;
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirstError(formRef.current);
  }, [errors]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void (form.method === 'passkey' ? form.usePasskey() : form.submit());
  };
  return (
    <form ref={formRef} className={classes.form} noValidate onSubmit={submit} onFocus={check.start}>
      <header className={titled || second ? undefined : 'visually-hidden'}>
        <h1>{second ? 'Só mais um passo' : 'Bem-vindo de volta'}</h1>
        <p>
          {second ? stepText(form.method) : 'Entre para atender seus clientes e vender linhas.'}
        </p>
      </header>
      {!window.isSecureContext && (
        <Notice tone="warn" icon={IconLockOpen2}>
          Esta página está sem TLS (https): o que você digita viaja sem proteção. Use só em uma rede
          de confiança.
        </Notice>
      )}
      <Credentials form={form} />
      {second ? (
        <Suspense fallback={null}>
          <SecondStepFields form={form} />
        </Suspense>
      ) : (
        <HumanCheckBox check={check} />
      )}
      {form.method === 'passkey' && second ? (
        <PasskeyButton form={form} label="Usar chave de acesso" main />
      ) : (
        <SignInButton
          type="submit"
          loading={form.busy === 'form'}
          rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
        >
          Logar
        </SignInButton>
      )}
      {second ? <OtherMethods form={form} second={second} /> : <PasskeySignIn form={form} />}
      <VisitorIp />
    </form>
  );
}

const stepText = (method: SignInMethod | undefined): string =>
  method === 'authenticator' || method === 'recovery'
    ? 'Sua conta pede o código 2 fatores para entrar.'
    : 'Sua conta pede uma chave de acesso para entrar.';

/**
 * Button for a sign-in with a passkey. It needs no user name, because the device knows the account
 * of each key.
 */
function PasskeySignIn({ form }: { form: SignInForm }) {
  if (!canUsePasskeys()) return null;
  return (
    <>
      <p className={classes.or}>ou</p>
      <PasskeyButton form={form} label="Entrar com chave de acesso" />
    </>
  );
}

/**
 * Moves the focus to a field of the form. Waits until the closed dialog has returned the focus to
 * the previous element.
 */
function focusField(form: HTMLElement | null, field: keyof SignInValues): void {
  const selector =
    field === 'code' ? '[role="group"] input, input[name="code"]' : `input[name="${field}"]`;
  setTimeout(() => form?.querySelector<HTMLInputElement>(selector)?.focus());
}

function Credentials({ form: { values, errors, change } }: { form: SignInForm }) {
  const isPhone = useIsPhone();
  return (
    <>
      <TextField
        label="Usuário"
        name="username"
        icon={IconUser}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!isPhone}
        value={values.username}
        error={errors.username}
        onChange={(event) => change('username', event.currentTarget.value)}
      />
      <PasswordField
        label="Senha"
        name="password"
        icon={IconLock}
        autoComplete="current-password"
        value={values.password}
        error={errors.password}
        onChange={(event) => change('password', event.currentTarget.value)}
      />
    </>
  );
}

/**
 * Shows the IP address of the visitor. The screen does not wait for it, and shows a dash if there
 * is no answer (Q-IPCHECK).
 */
function VisitorIp() {
  const { data } = useCall(getMyIp, {}, { staleMs: Number.POSITIVE_INFINITY });
  return (
    <p className={classes.ip}>
      <IconShieldCheck size={17} stroke={1.75} aria-hidden />
      <span>
        Seu IP: <b className="mono">{data?.ip ?? '-'}</b>
      </span>
    </p>
  );
}
