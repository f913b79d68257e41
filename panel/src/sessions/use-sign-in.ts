import { signIn } from '@ramal/contract/sessions';
import { messages } from '@ramal/contract/validation';
import { useState } from 'react';
import { ApiError, call } from '../foundation/api.ts';
import { startSession } from '../foundation/session.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import type { HumanCheck } from './use-human-check.ts';

export interface Typed {
  readonly username: string;
  readonly password: string;
  readonly code: string;
}

type Errors = Partial<Record<keyof Typed, string>>;

const problem = 'Tivemos um problema';
const labels = { username: 'Usuário', password: 'Senha', code: 'Código 2 fatores' } as const;

export interface SignInForm {
  readonly typed: Typed;
  readonly errors: Errors;
  readonly busy: boolean;
  /** The server has asked for the code. */
  readonly asksCode: boolean;
  readonly change: (field: keyof Typed, value: string) => void;
  readonly submit: (typed?: Typed) => Promise<void>;
}

/**
 * One sign-in: fields, the human check, then the code where the account asks for one (T-17).
 * `onRefused` is told, once the text was read, which field to try again.
 */
export function useSignIn(check: HumanCheck, onRefused: (field: keyof Typed) => void): SignInForm {
  const alert = useAlertDialog();
  const [typed, setTyped] = useState<Typed>({ username: '', password: '', code: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [proof, setProof] = useState<string>();
  const [busy, setBusy] = useState(false);

  const change = (field: keyof Typed, value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)));
  };

  async function enter(now: Typed): Promise<'missing' | undefined> {
    const solved = proof ? { solution: proof } : await check.take(now.username);
    if (solved === 'missing') return solved;
    const { username, password, code } = now;
    const body = { username, password, code, ...(solved === 'exempt' ? {} : { g_recaptcha_response: solved.solution }) };
    const answer = await call(signIn, { body });
    if ('twofa' in answer) {
      setProof(answer.proof);
      return undefined;
    }
    startSession({
      userId: answer.id,
      username: answer.username,
      token: answer.access_token,
      regPassword: answer.crypt_pass,
    });
    return undefined;
  }

  async function refused(error: unknown): Promise<void> {
    setTyped((before) => ({ ...before, code: '' }));
    if (!(error instanceof ApiError)) {
      return alert({ title: problem, text: 'A verificação humana não pôde ser feita. Tente de novo.' });
    }
    if (error.code !== 'wrong_code') {
      // The next try needs a check of its own; a code only follows the proof of this one.
      setProof(undefined);
      check.renew();
    }
    setErrors(error.fields);
    const title = error.title === 'Ocorreu um erro' ? problem : error.title;
    await alert({ title, text: error.message, requestId: error.status >= 500 ? error.requestId : undefined });
    onRefused(error.code === 'wrong_code' ? 'code' : 'password');
  }

  const incomplete = () => alert({ title: 'Atenção', text: 'Preencha todos os campos.', tone: 'warn' });

  async function submit(now: Typed = typed): Promise<void> {
    if (busy) return;
    const missing = missingOf(now, proof !== undefined);
    setErrors(missing);
    if (Object.keys(missing).length > 0) return incomplete();
    setBusy(true);
    try {
      if ((await enter(now)) === 'missing') void incomplete();
    } catch (error) {
      void refused(error);
    } finally {
      setBusy(false);
    }
  }

  return { typed, errors, busy, asksCode: proof !== undefined, change, submit };
}

function missingOf(typed: Typed, asksCode: boolean): Errors {
  const wanted = asksCode ? (['username', 'password', 'code'] as const) : (['username', 'password'] as const);
  const missing = wanted.filter((field) => typed[field].trim() === '' || (field === 'code' && typed.code.length < 6));
  return Object.fromEntries(missing.map((field) => [field, messages.required(labels[field])]));
}
