import type { AppContext } from '../../foundation/app-context.ts';
import { findRelay } from './relay.ts';
import { createRelayTransport } from './transport.ts';

interface RelayCheck {
  readonly host: string;
  /** Answer of the relay, or the network error; null if it accepted the sign-in. */
  readonly failure: string | null;
}

/** Signs in at the relay of the administration without sending a message. Undefined without a relay. */
export async function checkRelay(ctx: AppContext): Promise<RelayCheck | undefined> {
  const relay = await findRelay(ctx.db, null);
  if (!relay) return undefined;
  const { transporter } = await createRelayTransport(ctx, relay);
  try {
    await transporter.verify();
    return { host: relay.host, failure: null };
  } catch (error) {
    return { host: relay.host, failure: (error as Error).message };
  } finally {
    transporter.close();
  }
}
