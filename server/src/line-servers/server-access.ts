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
 * Name of the derived key in `ctx.secrets`. Other parts of the server cannot decrypt these values.
 */
const USE = 'line-server-access';

type Secrets = Pick<AppContext, 'secrets'>;

export const sealAccess = ({ secrets }: Secrets, { url, key }: ServerAccess): Buffer =>
  secrets.encrypt(USE, JSON.stringify({ url, key }));

export const unsealAccess = ({ secrets }: Secrets, sealed: Buffer): ServerAccess =>
  JSON.parse(secrets.decrypt(USE, sealed)) as ServerAccess;
