import { offerPasskeySignIn, signInWithPasskey } from '@ramal/contract/passkeys';
import { signIn } from '@ramal/contract/sessions';
import { useRef, useState } from 'react';
import { ApiError, call } from '../../foundation/api/api.ts';
import { findDeviceMark } from '../device-marks.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { type PasskeyResponse, NoPasskeyResponse, getPasskeyResponse } from '../passkey-device.ts';
import { type SecondStep, type SignInMethod, readSecondStep } from './second-step.ts';
import {
  cleanCode,
  missingValues,
  type SignInErrors,
  type SignInValues,
} from './sign-in-values.ts';
import { solveHardProof } from './use-altcha.ts';
import { startSignedIn } from './start-signed-in.ts';
import type { HumanCheck } from './use-human-check.ts';

export interface SignInForm {
  readonly values: SignInValues;
  readonly errors: SignInErrors;
  /** Button whose call is running. Undefined if no call is running. */
  readonly busy: 'form' | 'passkey' | undefined;
  /** Second step that the account requires. Undefined until the password was accepted. */
  readonly second: SecondStep | undefined;
  readonly method: SignInMethod | undefined;
  readonly change: (field: keyof SignInValues, value: string) => void;
  readonly chooseMethod: (method: SignInMethod) => void;
  readonly submit: (values?: SignInValues) => Promise<void>;
  /**
   * Signs in with a passkey. On the first step no name and password are needed. On the second step
   * the passkey replaces the code.
   */
  readonly usePasskey: () => Promise<void>;
}

/**
 * Controls a sign-in. After the fields and the human check, the account may require a code or a
 * passkey (T-17). A passkey alone is also possible. After the user has closed an error, `onRefused`
 * receives the field to focus.
 */
export function useSignIn(
  check: HumanCheck,
  onRefused: (field: keyof SignInValues) => void,
): SignInForm {
  const alert = useAlertDialog();
  const { values, errors, setErrors, change } = useSignInValues();
  const [second, setSecond] = useState<SecondStep>();
  const [method, setMethod] = useState<SignInMethod>();
  const [busy, setBusy] = useState<SignInForm['busy']>();
  const sendProving = useSendProving(check);

  const showRefusal = async (error: unknown): Promise<void> => {
    change('code', '');
    const refusal = error instanceof ApiError ? error : undefined;
    const repeatsSecondStep = refusal?.code === 'wrong_code';
    if (refusal && !repeatsSecondStep) {
      // The user starts again with the first step, which needs a new human check.
      setSecond(undefined);
      check.renew();
    }
    if (refusal) setErrors(refusal.fields);
    await alert(refusalDialog(error));
    if (refusal) onRefused(repeatsSecondStep ? 'code' : 'password');
  };

  const run = async (by: 'form' | 'passkey', work: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(by);
    try {
      if ((await work()) === 'missing') void alert(incomplete);
    } catch (error) {
      void showRefusal(error);
    } finally {
      setBusy(undefined);
    }
  };

  const send = async (sent: SignInValues, passkey?: PasskeyResponse) => {
    const answer = await sendProving(sent, second ?? check, passkey);
    if (answer === 'missing') return answer;
    if ('twofa' in answer) {
      const step = readSecondStep(answer);
      setSecond(step);
      setMethod(step.methods[0]);
    } else startSignedIn(answer);
    return undefined;
  };

  return {
    values,
    errors,
    busy,
    second,
    method,
    change,
    chooseMethod: (next) => {
      change('code', '');
      setMethod(next);
    },
    submit: async (sent = values) => {
      const missing = missingValues(sent, second && method);
      setErrors(missing);
      if (Object.keys(missing).length > 0) return alert(incomplete);
      return run('form', () => send(sent));
    },
    usePasskey: () =>
      run('passkey', async () => {
        if (second?.passkey) return send(values, await getPasskeyResponse(second.passkey));
        const { options } = await call(offerPasskeySignIn, {});
        const response = await getPasskeyResponse(options);
        startSignedIn(await call(signInWithPasskey, { body: { response } }));
        return undefined;
      }),
  };
}

/**
 * Returns a function that sends a sign-in. If the server requires extra work, the function does the
 * work and sends again.
 */
function useSendProving(check: HumanCheck) {
  /**
   * Solution of the extra work. It stays valid if the human check of the same sign-in must be
   * repeated.
   */
  const hardProof = useRef<string>(undefined);
  return async (sent: SignInValues, by: SecondStep | HumanCheck, passkey?: PasskeyResponse) => {
    const send = () => callSignIn(sent, by, { passkey, hardProof: hardProof.current });
    let answer = await send();
    if (answer === 'more-work') {
      check.renew();
      hardProof.current = await solveHardProof();
      answer = await send();
    }
    if (answer === 'missing') return answer;
    hardProof.current = undefined;
    if (answer === 'more-work') throw new Error('The proof of work was refused');
    return answer;
  };
}

function useSignInValues() {
  const [values, setValues] = useState<SignInValues>({ username: '', password: '', code: '' });
  const [errors, setErrors] = useState<SignInErrors>({});
  const change = (field: keyof SignInValues, typed: string) => {
    setValues((before) => ({ ...before, [field]: field === 'code' ? cleanCode(typed) : typed }));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)),
    );
  };
  return { values, errors, setErrors, change };
}

/**
 * Calls the sign-in. On the second step it sends the proof of the first step instead of a human
 * check.
 */
async function callSignIn(
  { username, password, code }: SignInValues,
  by: SecondStep | HumanCheck,
  { passkey, hardProof }: { passkey: PasskeyResponse | undefined; hardProof: string | undefined },
) {
  const check = 'proof' in by ? { solution: by.proof } : await by.take();
  const mark = findDeviceMark(username);
  const body = {
    username,
    password,
    ...(passkey ? { passkey } : { code }),
    ...(typeof check === 'string' ? {} : { gRecaptchaResponse: check.solution }),
    ...(mark ? { deviceMark: mark } : {}),
    ...(hardProof ? { proofOfWork: hardProof } : {}),
  };
  return call(signIn, { body }).catch((error: unknown) => {
    // Sends the request without a check too, because only the server knows which accounts need no
    // check.
    if (check === 'missing' && isRefusal(error, 'human_check_failed')) return 'missing' as const;
    if (isRefusal(error, 'proof_of_work_required')) return 'more-work' as const;
    throw error;
  });
}

const isRefusal = (error: unknown, code: ApiError['code']): boolean =>
  error instanceof ApiError && error.code === code;

const incomplete = { title: 'Atenção', text: 'Preencha todos os campos.', tone: 'warn' } as const;
const problem = 'Tivemos um problema';

function refusalDialog(error: unknown) {
  if (error instanceof NoPasskeyResponse)
    return { title: problem, text: error.message, tone: 'warn' as const };
  if (!(error instanceof ApiError))
    return { title: problem, text: 'A verificação humana não pôde ser feita. Tente de novo.' };
  return {
    title: error.title === 'Ocorreu um erro' ? problem : error.title,
    text: error.message,
    requestId: error.status >= 500 ? error.requestId : undefined,
  };
}
