/** A customer signs in with what the television shows: any platform's line, limited like a player's guesses. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { signInToPortal as declaration } from '@ramal/contract/portal';
import sql from 'sql-template-tag';
import { constantTimeEqual } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { createPlayerSignInRateLimit } from '../player/player.ts';
import { sessionKey } from './portal-key.ts';

type SignIn = (call: Call<typeof declaration>) => Promise<HandlerResult<typeof declaration>>;

export function createPortalSignIn(ctx: AppContext): SignIn {
  const rateLimit = createPlayerSignInRateLimit(ctx, 'app-sign-in');
  return async ({ body: { username, password }, requestMeta }) => {
    const host = URL.canParse(requestMeta.baseUrl) ? new URL(requestMeta.baseUrl).hostname : '';
    const attempt = { address: requestMeta.ip, host, username, password };
    await rateLimit.check(attempt);
    const named = await ctx.db.many<{ id: number; password: string }>(
      sql`select id, password from lines where username = ${username} and deleted_at is null`,
    );
    const line = named.find((one) => constantTimeEqual(password, one.password));
    if (!line) {
      await rateLimit.countFailure(attempt);
      return refuse('portal_wrong_credentials');
    }
    await rateLimit.countSuccess(attempt);
    return { key: sessionKey(ctx, line) };
  };
}
