/**
 * Address and key of a server. The address is as secret as the key, because its path may contain a
 * secret.
 */
import type { AppContext } from '../foundation/app-context.ts';

export interface ServerAccess {
  readonly url: string;
  readonly key: string;
}

/**
 * Purpose for which `ctx.secrets` derives the key, so that no other part of the server can decrypt
 * address and key.
 */
const USE = 'line-server-access';

type Secrets = Pick<AppContext, 'secrets'>;

export const sealAccess = ({ secrets }: Secrets, { url, key }: ServerAccess): Buffer =>
  secrets.encrypt(USE, JSON.stringify({ url, key }));

export const unsealAccess = ({ secrets }: Secrets, sealed: Buffer): ServerAccess =>
  JSON.parse(secrets.decrypt(USE, sealed)) as ServerAccess;
