/** Address and key of a server. The address is kept as secret as the key: its path may be one. */
import type { AppContext } from '../foundation/app-context.ts';

export interface ServerAccess {
  readonly url: string;
  readonly key: string;
}

/** Of `ctx.secrets`: what is encrypted under it is of no use to another part. */
const USE = 'line-server-access';

type Secrets = Pick<AppContext, 'secrets'>;

export const sealAccess = ({ secrets }: Secrets, { url, key }: ServerAccess): Buffer =>
  secrets.encrypt(USE, JSON.stringify({ url, key }));

export const unsealAccess = ({ secrets }: Secrets, sealed: Buffer): ServerAccess =>
  JSON.parse(secrets.decrypt(USE, sealed)) as ServerAccess;
