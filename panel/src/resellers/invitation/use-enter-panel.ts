import { signIn } from '@ramal/contract/sessions';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../foundation/api/api.ts';
import { startSignedIn } from '../../sessions/sign-in/start-signed-in.ts';
import type { HumanCheck } from '../../sessions/sign-in/use-human-check.ts';

interface NewAccount {
  readonly username: string;
  readonly password: string;
}

/**
 * Returns a function that signs the new account in and opens the panel. It resolves to false if the
 * person has to sign in, for example because the human check needs a press.
 */
export function useEnterPanel(check: HumanCheck) {
  const navigate = useNavigate();
  return async (account: NewAccount): Promise<boolean> => {
    // The account was created with the former solution.
    check.renew();
    try {
      const taken = await check.take();
      if (taken === 'missing') return false;
      const answer = await call(signIn, {
        body: { ...account, ...(taken !== 'none' && { gRecaptchaResponse: taken.solution }) },
      });
      if ('twofa' in answer) return false;
      startSignedIn(answer);
    } catch {
      return false;
    }
    await navigate({ to: '/dashboard', replace: true });
    return true;
  };
}
