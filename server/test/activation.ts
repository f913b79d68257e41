/** Apps on televisions, as the activation calls see them. */
import { askActivationCode, checkActivationCode } from '@ramal/contract/activation';
import { type TestHouse, call } from './house.ts';

export interface App {
  readonly code: string;
  readonly secret: string;
}

/** An app that shows a code, from an address of its own: the limits are another test's business. */
export async function app(house: TestHouse, device = 'TV da sala'): Promise<App> {
  const reply = await call(
    house,
    askActivationCode,
    { body: { device } },
    { address: anyAddress() },
  );
  if (reply.status !== 200) throw new Error(`no code: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** What the app is told. */
export const asked = async (house: TestHouse, { secret }: App) =>
  (await call(house, checkActivationCode, { body: { secret } }, { address: anyAddress() })).body;

export const anyAddress = (): string =>
  `198.18.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
