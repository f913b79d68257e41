/**
 * A customer signs in with the user name and password of a line on any platform. While strangers
 * guess passwords of this user name, a browser that signed in before passes with its token. Other
 * browsers need a proof of work (Q-LOGINPRESSURE).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { signInToPortal as declaration } from '@ramal/contract/portal/portal';
import sql from 'sql-template-tag';
import { constantTimeEqual } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { reachedUrl } from '../foundation/caller.ts';
import type { Call } from '../foundation/http/bind.ts';
import { createPlayerSignInRateLimit } from '../player/player.ts';
import { createHardProof } from '../sessions/sessions.ts';
import { browserMark, isBrowserMark, sessionKey } from './portal-key.ts';

type SignIn = (call: Call<typeof declaration>) => Promise<HandlerResult<typeof declaration>>;

export function createPortalSignIn(ctx: AppContext): SignIn {
  const rateLimit = createPlayerSignInRateLimit(ctx, 'portal-sign-in');
  const hardProof = createHardProof(ctx);
  return async ({ body, requestMeta }) => {
    const { username, password } = body;
    const url = reachedUrl(requestMeta);
    const host = URL.canParse(url) ? new URL(url).hostname : '';
    const attempt = { address: requestMeta.ip, host, username, password };
    const readNamed = () =>
      ctx.db.many<{ id: number; password: string }>(
        sql`select id, password from lines where username = ${username} and deleted_at is null`,
      );
    await rateLimit.check(attempt, async () => {
      const mark = body.browserMark;
      if (mark && (await readNamed()).some((line) => isBrowserMark(ctx, line, mark))) return;
      if (!(await hardProof.verify(body.proofOfWork))) refuse('proof_of_work_required');
    });
    const line = (await readNamed()).find((named) => constantTimeEqual(password, named.password));
    if (!line) {
      await rateLimit.countFailure(attempt);
      return refuse('portal_wrong_credentials');
    }
    await rateLimit.countSuccess(attempt);
    return { key: sessionKey(ctx, line), browserMark: browserMark(ctx, line) };
  };
}
