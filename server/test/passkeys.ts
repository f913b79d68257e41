/** Creates accounts with a software device (authenticator.ts), by calls of the product. */
import {
  addPasskey,
  requestConfirmation,
  confirmWithPasskey,
  offerPasskey,
  offerPasskeySignIn,
  signInWithPasskey,
} from '@ramal/contract/passkeys';
import {
  type Credential,
  type ResponseOverrides,
  makeCredential,
  signWith,
} from './authenticator.ts';
import { type TestContext, call } from './context.ts';
import { PASSWORD, type Person, person } from './accounts.ts';

/**
 * Settings with which the server trusts the headers of `hostHeaders`. The address of the tests
 * counts as the address of a proxy.
 */
export const behindTls = { RAMAL_TRUSTED_PROXIES: '203.0.113.7' };

/** Returns the headers of a request that came through TLS to this host name. Default: localhost. */
export const hostHeaders = (name: string | undefined): Record<string, string> =>
  name ? { host: name, 'x-forwarded-proto': 'https' } : {};

export interface PasskeyHolder extends Person {
  readonly credential: Credential;
  readonly recoveryCodes: string[] | null;
}

export async function addKey(
  ctx: TestContext,
  { token }: Person,
  host?: string,
  overrides: Parameters<typeof makeCredential>[1] = {},
) {
  const as = { token, headers: hostHeaders(host) };
  const offered = await call(ctx, offerPasskey, { body: { current_password: PASSWORD } }, as);
  const { credential, response } = makeCredential(offered.body.options, overrides);
  const added = await call(ctx, addPasskey, { body: { name: 'Celular', response } }, as);
  return { added, credential };
}

/** Creates an account with one passkey, by default for localhost. */
export async function createPasskeyHolder(ctx: TestContext, host?: string): Promise<PasskeyHolder> {
  const holder = await person(ctx);
  const { added, credential } = await addKey(ctx, holder, host);
  if (added.status !== 200) throw new Error(`no passkey: ${JSON.stringify(added.body)}`);
  return { ...holder, credential, recoveryCodes: added.body.recovery_codes };
}

export const requestSignInOptions = async (ctx: TestContext, host?: string) =>
  (await call(ctx, offerPasskeySignIn, {}, { headers: hostHeaders(host) })).body.options;

export const enter = (ctx: TestContext, response: unknown, host?: string) =>
  call(ctx, signInWithPasskey, { body: { response } }, { headers: hostHeaders(host) });

export const enterWith = async (
  ctx: TestContext,
  credential: Credential,
  overrides: ResponseOverrides = {},
  host?: string,
) => enter(ctx, signWith(credential, await requestSignInOptions(ctx, host), overrides), host);

/** Returns a confirmation for the field `code_2fa`. */
export async function confirmed(
  ctx: TestContext,
  { token, credential }: PasskeyHolder,
): Promise<string> {
  const { body } = await call(ctx, requestConfirmation, {}, { token });
  const response = signWith(credential, body.options);
  return (await call(ctx, confirmWithPasskey, { body: { response } }, { token })).body.code_2fa;
}

/** Returns the reasons why passkeys of this account were rejected, in order. */
export async function readPasskeyRefusals(
  ctx: TestContext,
  accountId: number | null,
): Promise<string[]> {
  const { rows } = await ctx.owner.query<{ after: { because: string } }>(
    `select after from events where kind = 'passkey-refused' and account_id is not distinct from $1 order by id`,
    [accountId],
  );
  return rows.map(({ after }) => after.because);
}

export async function readEventKinds(ctx: TestContext, accountId: number): Promise<string[]> {
  const { rows } = await ctx.owner.query<{ kind: string }>(
    'select kind from events where account_id = $1 order by id',
    [accountId],
  );
  return rows.map(({ kind }) => kind);
}

export const refused = { status: 422, body: { code: 'passkey_refused' } };

export const sortedStatuses = (replies: readonly { readonly status: number }[]): number[] =>
  replies.map(({ status }) => status).toSorted((first, other) => first - other);
