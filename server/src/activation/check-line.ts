/**
 * Returns the state of a line to an app that sends its name and password (Q-P2PPLAY). An unknown
 * name, a deleted line and a wrong password get the same refusal.
 */
import type { checkP2pLine } from '@ramal/contract/activation';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { reachedHost } from '../foundation/caller.ts';
import type { Call } from '../foundation/http/bind.ts';
import { constantTimeEqual } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createPlayerSignInRateLimit } from '../player/player.ts';
import { type ActivationLineRow, readLinesByName } from './activation.sql.ts';
import { serializeLine } from './serialize-line.ts';

export function createCheckLine(ctx: AppContext) {
  const rateLimit = createPlayerSignInRateLimit(ctx, 'app-sign-in');
  return async ({
    body,
    requestMeta,
  }: Call<typeof checkP2pLine>): Promise<HandlerResult<typeof checkP2pLine>> => {
    const { name, pass } = body;
    const attempt = {
      address: requestMeta.ip,
      host: reachedHost(requestMeta),
      username: name,
      password: pass,
    };
    await rateLimit.check(attempt);
    const line = findByPassword(await readLinesByName(ctx.db, name), pass);
    if (line) {
      await rateLimit.countSuccess(attempt);
      return serializeLine(ctx, line);
    }
    await rateLimit.countFailure(attempt);
    return refuse('wrong_credentials');
  };
}

/**
 * Returns the line with this password. If no line has the name, compares with an empty password, so
 * that an unknown name takes as long as a wrong password.
 */
function findByPassword(
  lines: readonly ActivationLineRow[],
  password: string,
): ActivationLineRow | undefined {
  const compared = lines.length > 0 ? lines : [undefined];
  return compared.filter((line) => constantTimeEqual(password, line?.password ?? '')).at(0);
}
