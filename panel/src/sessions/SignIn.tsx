import { Button } from '@mantine/core';
import { getMyIp } from '@ramal/contract/sessions';
import {
  IconArrowRight,
  IconLock,
  IconLockOpen2,
  IconShieldCheck,
  IconUser,
} from '@tabler/icons-react';
import { lazy, Suspense, type SyntheticEvent, useEffect, useRef } from 'react';
import { useBrand } from '../brand/brand.tsx';
import { useCall } from '../foundation/api/query.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { ThemeSwitch } from '../shell/user/ThemeSwitch.tsx';
import { BranchArt } from '../ui/states/BranchArt.tsx';
import { BrandMark } from '../ui/BrandMark.tsx';
import { PasswordField, TextField } from '../ui/form/fields.tsx';
import { focusFirstError } from '../ui/form/focus-error.ts';
import { Notice } from '../ui/status/Notice.tsx';
import { BrandedSignIn } from './BrandedSignIn.tsx';
import { HumanCheckBox } from './HumanCheckBox.tsx';
import { canUsePasskeys } from './passkey-device.ts';
import { OtherWays, PasskeyButton } from './OtherWays.tsx';
import type { Way } from './second-step.ts';
import './sign-in.css';
import { useHumanCheck } from './use-human-check.ts';
import { type SignInForm, type Typed, useSignIn } from './use-sign-in.ts';

const SecondStepFields = lazy(async () => ({
  default: (await import('./SecondStepFields.tsx')).SecondStepFields,
}));

/** /login (S-LOGIN). Where one goes afterwards is the guards' business. */
export function SignIn() {
  const { background } = useBrand();
  return background ? (
    <BrandedSignIn>
      <Entry titled={false} />
    </BrandedSignIn>
  ) : (
    <OfficeSignIn />
  );
}

function OfficeSignIn() {
  const { name, logo, title, forceLight } = useBrand();
  return (
    <main className="sign-in">
      <title>{`Entrar · ${title}`}</title>
      <div className="sign-in-column">
        <p className="sign-in-brand">
          <BrandMark size={32} logo={logo} />
          {name}
        </p>
        <Entry titled />
        <footer className="sign-in-foot">
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

/** Untitled where the name of the brand already heads the card; the second step says what it is in any case. */
function Entry({ titled }: { titled: boolean }) {
  const check = useHumanCheck();
  const place = useRef<HTMLFormElement>(null);
  const form = useSignIn(check, (field) => focusField(place.current, field));
  const { errors, second } = form;
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirstError(place.current);
  }, [errors]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void (form.way === 'passkey' ? form.usePasskey() : form.submit());
  };
  return (
    <form ref={place} className="sign-in-form" noValidate onSubmit={submit} onFocus={check.start}>
      <header className={titled || second ? undefined : 'visually-hidden'}>
        <h1>{second ? 'Só mais um passo' : 'Bem-vindo de volta'}</h1>
        <p>{second ? stepWords(form.way) : 'Entre para atender seus clientes e vender linhas.'}</p>
      </header>
      {!window.isSecureContext && (
        <Notice tone="warn" icon={IconLockOpen2}>
          Esta página está sem TLS (https): o que você digita viaja sem proteção. Use só em uma rede
          de confiança.
        </Notice>
      )}
      <Names form={form} />
      {second ? (
        <Suspense fallback={null}>
          <SecondStepFields form={form} />
        </Suspense>
      ) : (
        <HumanCheckBox check={check} />
      )}
      {form.way === 'passkey' && second ? (
        <PasskeyButton form={form} words="Usar chave de acesso" main />
      ) : (
        <Button
          type="submit"
          fullWidth
          className="sign-in-act"
          loading={form.busy === 'form'}
          rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
        >
          Logar
        </Button>
      )}
      {second ? <OtherWays form={form} second={second} /> : <PasskeyEntry form={form} />}
      <VisitorAddress />
    </form>
  );
}

const stepWords = (way: Way | undefined): string =>
  way === 'authenticator' || way === 'recovery'
    ? 'Sua conta pede o código 2 fatores para entrar.'
    : 'Sua conta pede uma chave de acesso para entrar.';

/** Without a name: the device knows whose keys it holds. */
function PasskeyEntry({ form }: { form: SignInForm }) {
  if (!canUsePasskeys()) return null;
  return (
    <>
      <p className="sign-in-or">ou</p>
      <PasskeyButton form={form} words="Entrar com chave de acesso" />
    </>
  );
}

/** After the dialog has given the focus back to where it was. */
function focusField(form: HTMLElement | null, field: keyof Typed): void {
  const wanted =
    field === 'code' ? '.code-field input, input[name="code"]' : `input[name="${field}"]`;
  setTimeout(() => form?.querySelector<HTMLInputElement>(wanted)?.focus());
}

function Names({ form: { typed, errors, change } }: { form: SignInForm }) {
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
        value={typed.username}
        error={errors.username}
        onChange={(event) => change('username', event.currentTarget.value)}
      />
      <PasswordField
        label="Senha"
        name="password"
        icon={IconLock}
        autoComplete="current-password"
        value={typed.password}
        error={errors.password}
        onChange={(event) => change('password', event.currentTarget.value)}
      />
    </>
  );
}

/** Told, never waited for: without an answer it is a dash (Q-IPCHECK). */
function VisitorAddress() {
  const { data } = useCall(getMyIp, {}, { staleMs: Number.POSITIVE_INFINITY });
  return (
    <p className="sign-in-address">
      <IconShieldCheck size={17} stroke={1.75} aria-hidden />
      <span>
        Seu IP: <span className="mono">{data?.ip ?? '-'}</span>
      </span>
    </p>
  );
}
