/** Makes the activation calls of apps on televisions. */
import { requestActivationCode, checkActivationCode } from '@ramal/contract/activation';
import { type TestContext, call } from './context.ts';

export interface App {
  readonly code: string;
  readonly secret: string;
}

/**
 * Requests a code for an app. Every app has another address, because the number of requests from
 * one address is limited.
 */
export async function app(ctx: TestContext, device = 'TV da sala'): Promise<App> {
  const reply = await call(
    ctx,
    requestActivationCode,
    { body: { device } },
    { address: anyAddress() },
  );
  if (reply.status !== 200) throw new Error(`no code: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

export const checkCode = async (ctx: TestContext, { secret }: App) =>
  (await call(ctx, checkActivationCode, { body: { secret } }, { address: anyAddress() })).body;

export const anyAddress = (): string =>
  `198.18.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
