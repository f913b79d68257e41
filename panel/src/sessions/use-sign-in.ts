import { offerPasskeySignIn, signInWithPasskey } from '@ramal/contract/passkeys';
import { signIn } from '@ramal/contract/sessions';
import { messages } from '@ramal/contract/api/validation';
import { useState } from 'react';
import { ApiError, call } from '../foundation/api/api.ts';
import { startSession } from '../foundation/api/session.ts';
import { deviceMarkOf, keepDeviceMark } from './device-marks.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { type PasskeyAnswer, NoPasskeyAnswer, askDevice } from './passkey-device.ts';
import { type SecondStep, type Way, firstWay, secondStepOf } from './second-step.ts';
import type { HumanCheck } from './use-human-check.ts';

export interface Typed {
  readonly username: string;
  readonly password: string;
  readonly code: string;
}

type Errors = Partial<Record<keyof Typed, string>>;

const problem = 'Tivemos um problema';
const labels = { username: 'Usuário', password: 'Senha' } as const;
const codes = {
  authenticator: { label: 'Código 2 fatores', whole: /^\d{6}$/ },
  recovery: { label: 'Código de recuperação', whole: /^\s*[a-z0-9]{5}-?[a-z0-9]{5}\s*$/i },
} as const;

export interface SignInForm {
  readonly typed: Typed;
  readonly errors: Errors;
  /** Which of the two buttons waits for an answer. */
  readonly busy: 'form' | 'passkey' | undefined;
  /** What the account asks after its password was right; undefined before. */
  readonly second: SecondStep | undefined;
  readonly way: Way | undefined;
  readonly change: (field: keyof Typed, value: string) => void;
  readonly choose: (way: Way) => void;
  readonly submit: (typed?: Typed) => Promise<void>;
  /** Without name and password before the second step; in place of its code on it. */
  readonly usePasskey: () => Promise<void>;
}

/**
 * One sign-in: fields, the human check, then a code or a passkey where the account asks for one (T-17);
 * or a passkey alone. `onRefused` is told, once the text was read, which field to try again.
 */
export function useSignIn(check: HumanCheck, onRefused: (field: keyof Typed) => void): SignInForm {
  const alert = useAlertDialog();
  const [typed, setTyped] = useState<Typed>({ username: '', password: '', code: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [second, setSecond] = useState<SecondStep>();
  const [way, setWay] = useState<Way>();
  const [busy, setBusy] = useState<SignInForm['busy']>();

  const change = (field: keyof Typed, value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)),
    );
  };

  function choose(next: Way): void {
    change('code', '');
    setWay(next);
  }

  async function enter(now: Typed, passkey?: PasskeyAnswer): Promise<'missing' | undefined> {
    const solved = second ? { solution: second.proof } : await check.take();
    const { username, password, code } = now;
    const shown = passkey ? { passkey } : { code };
    const proof = typeof solved === 'string' ? {} : { g_recaptcha_response: solved.solution };
    const mark = deviceMarkOf(username);
    const body = { username, password, ...shown, ...proof, ...(mark ? { device_mark: mark } : {}) };
    const answer = await call(signIn, { body }).catch((error: unknown) => {
      // Only the server knows the accounts that need no check, so it is asked in any case.
      if (solved === 'missing' && isRefusedCheck(error)) return 'missing' as const;
      throw error;
    });
    if (answer === 'missing') return answer;
    if ('twofa' in answer) {
      const asked = secondStepOf(answer);
      setSecond(asked);
      setWay(firstWay(asked));
    } else begin(answer);
    return undefined;
  }

  async function refused(error: unknown): Promise<void> {
    setTyped((before) => ({ ...before, code: '' }));
    if (error instanceof NoPasskeyAnswer)
      return alert({ title: problem, text: error.message, tone: 'warn' });
    if (!(error instanceof ApiError)) {
      return alert({
        title: problem,
        text: 'A verificação humana não pôde ser feita. Tente de novo.',
      });
    }
    if (error.code !== 'wrong_code') {
      // The next try needs a check of its own; a code only follows the proof of this one.
      setSecond(undefined);
      check.renew();
    }
    setErrors(error.fields);
    const title = error.title === 'Ocorreu um erro' ? problem : error.title;
    await alert({
      title,
      text: error.message,
      requestId: error.status >= 500 ? error.requestId : undefined,
    });
    onRefused(error.code === 'wrong_code' ? 'code' : 'password');
  }

  const incomplete = () =>
    alert({ title: 'Atenção', text: 'Preencha todos os campos.', tone: 'warn' });

  async function wait(by: 'form' | 'passkey', work: () => Promise<unknown>): Promise<void> {
    if (busy) return;
    setBusy(by);
    try {
      if ((await work()) === 'missing') void incomplete();
    } catch (error) {
      void refused(error);
    } finally {
      setBusy(undefined);
    }
  }

  async function submit(now: Typed = typed): Promise<void> {
    const missing = missingOf(now, second && way);
    setErrors(missing);
    if (Object.keys(missing).length > 0) return incomplete();
    return wait('form', () => enter(now));
  }

  const usePasskey = () =>
    wait('passkey', async () => {
      if (second?.passkey) return enter(typed, await askDevice(second.passkey));
      const { options } = await call(offerPasskeySignIn, {});
      begin(await call(signInWithPasskey, { body: { response: await askDevice(options) } }));
      return undefined;
    });

  return { typed, errors, busy, second, way, change, choose, submit, usePasskey };
}

const isRefusedCheck = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'human_check_failed';

interface SignedIn {
  readonly id: number;
  readonly username: string;
  readonly access_token: string;
  readonly crypt_pass: string;
  readonly device_mark: string;
}

function begin({ id, username, access_token, crypt_pass, device_mark }: SignedIn): void {
  keepDeviceMark(username, device_mark);
  startSession({ userId: id, username, token: access_token, regPassword: crypt_pass });
}

function missingOf(typed: Typed, way: Way | undefined): Errors {
  const missing: Errors = {};
  for (const field of ['username', 'password'] as const) {
    if (typed[field].trim() === '') missing[field] = messages.required(labels[field]);
  }
  if (way === 'authenticator' || way === 'recovery') {
    const { label, whole } = codes[way];
    if (typed.code.trim() === '') missing.code = messages.required(label);
    else if (!whole.test(typed.code)) missing.code = messages.incomplete(label);
  }
  return missing;
}
