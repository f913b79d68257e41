/**
 * Adds a passkey. The account first sends its password, and a code if it has a second factor
 * (Q-STOLENSESSION). The key is stored when the device responds. An account has at most ten
 * passkeys. With the first factor the account gets recovery codes.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { addPasskey as declaration, offerPasskey as offering } from '@ramal/contract/passkeys';
import { brandsOf } from '../../brands/brands.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { confirmPassword } from '../confirm-password.ts';
import type { EnableGuard } from '../enable-second-factor.ts';
import { issueRecoveryCodes } from '../recovery-codes.ts';
import { cancelPendingEnrolments, recordFactorChange } from '../second-factor-state.ts';
import { lockHolder } from '../second-factors.sql.ts';
import { recordRefused, deriveUserHandle } from './answer.ts';
import { CHALLENGE_TTL_MS, makeChallenge } from './challenges.ts';
import { serializePasskey } from './list-passkeys.ts';
import { insertKey, readPasskeys } from './passkeys.sql.ts';
import { ALGORITHMS, readNewKey } from './read-new-key.ts';
import { requireRelyingParty } from './relying-party.ts';

const MAX_PASSKEYS = 10;

export async function offerPasskey(
  ctx: AppContext,
  { spendCode, proving }: EnableGuard,
  { actor, body, requestMeta }: Call<typeof offering>,
): Promise<ResponseOf<typeof offering>> {
  const rp = requireRelyingParty(requestMeta);
  const keys = await readPasskeys(ctx.db, actor.id);
  if (keys.length >= MAX_PASSKEYS) refuse('passkeys_too_many');
  await confirmPassword(ctx, proving, { actor, requestMeta }, { password: body.currentPassword });
  // Checked after the password, so that a wrong password does not consume the code.
  if (actor.hasSecondFactor) await spendCode(actor, body.code2fa, requestMeta);
  const { name } = await brandsOf(ctx).forHost(rp.id);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: rp.id,
    userID: deriveUserHandle(ctx, actor.id),
    userName: actor.username,
    userDisplayName: actor.username,
    challenge: await makeChallenge(ctx, rp, { purpose: 'add', accountId: actor.id }),
    attestationType: 'none',
    // A device stores one key per account and host, so a second key would replace the first.
    excludeCredentials: keys
      .filter(({ rpId }) => rpId === rp.id)
      .map(({ credentialId: id, transports }) => ({ id, transports })),
    // The device stores the account of the key, so that a sign-in needs no user name. The device is
    // unlocked each time.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CHALLENGE_TTL_MS,
  });
  return { options: { ...options } };
}

export async function addPasskey(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<ResponseOf<typeof declaration>> {
  const rp = requireRelyingParty(requestMeta);
  const challenge = { purpose: 'add', accountId: actor.id } as const;
  const newKey = await readNewKey(ctx, rp, challenge, body.response);
  if ('because' in newKey) {
    await recordRefused(ctx, challenge, { because: newKey.because, requestMeta });
    return refuse('passkey_refused');
  }
  return ctx.db.tx(async (tx) => {
    const at = ctx.clock.now();
    // The lock makes simultaneous additions wait. Otherwise they could exceed the maximum or create
    // two sets of recovery codes.
    const { hasTotp, passkeys } =
      (await lockHolder(tx, actor, actor.id, at)) ?? refuse('passkey_refused');
    if (passkeys >= MAX_PASSKEYS) refuse('passkeys_too_many');
    const isFirstFactor = !hasTotp && passkeys === 0;
    // The challenge was created without a code, but in the meantime the account has another second
    // factor.
    if (!isFirstFactor && !actor.hasSecondFactor) refuse('passkey_refused');
    const ownership = { accountId: actor.id, name: body.name, rpId: rp.id, at };
    const key = (await insertKey(tx, { ...newKey, ...ownership })) ?? refuse('passkey_refused');
    if (isFirstFactor) await cancelPendingEnrolments(tx, actor.id);
    await recordFactorChange(tx, { actor, requestMeta }, ctx.clock.now(), {
      kind: 'passkey-added',
      after: { name: key.name, host: key.rpId },
    });
    return {
      message: 'Chave de acesso adicionada.',
      data: serializePasskey(ctx, key, rp.id),
      recoveryCodes: isFirstFactor ? await issueRecoveryCodes(ctx, tx, actor.id) : null,
    };
  });
}
