/**
 * A new passkey: asked for with a fresh code by who has a second factor already, and kept when the
 * device answers. At most ten; the first factor of an account comes with its recovery codes.
 */
import type { Answered } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { addPasskey as declaration, offerPasskey as offering } from '@ramal/contract/passkeys';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import { brandsOf } from '../../brands/brands.ts';
import { recording } from '../../events/events.ts';
import type { By } from '../../foundation/actor.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { House } from '../../foundation/house.ts';
import { issueRecoveryCodes } from '../recovery-codes.ts';
import { endOpenSetUps } from '../second-factors.ts';
import { lockHolder } from '../second-factors.sql.ts';
import { recordRefused, userHandleOf } from './answer.ts';
import { GOOD_FOR_MS, makeChallenge } from './challenges.ts';
import { onWire } from './list-passkeys.ts';
import { insertKey, passkeysOf } from './passkeys.sql.ts';
import { ALGORITHMS, readNewKey } from './read-new-key.ts';
import { requireRelyingParty } from './relying-party.ts';

const MOST = 10;

export async function offerPasskey(
  house: House,
  { actor, origin }: By,
): Promise<Answered<typeof offering>> {
  const rp = requireRelyingParty(origin);
  const keys = await passkeysOf(house.db, actor.id);
  if (keys.length >= MOST) refuse('passkeys_too_many');
  const { name } = await brandsOf(house).of(rp.id);
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: rp.id,
    userID: userHandleOf(house, actor.id),
    userName: actor.username,
    userDisplayName: actor.username,
    challenge: await makeChallenge(house, rp, { purpose: 'add', accountId: actor.id }),
    attestationType: 'none',
    // Not two keys of one device: the second would take the place of the first there.
    excludeCredentials: keys
      .filter(({ rpId }) => rpId === rp.id)
      .map(({ credentialId: id, transports }) => ({ id, transports })),
    // The device keeps whose key it is, so that signing in asks for no name; and it is unlocked each time.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: GOOD_FOR_MS,
  });
  return { options: { ...options } };
}

export async function addPasskey(
  house: House,
  { actor, body, origin }: Call<typeof declaration>,
): Promise<Answered<typeof declaration>> {
  const rp = requireRelyingParty(origin);
  const asked = { purpose: 'add', accountId: actor.id } as const;
  const made = await readNewKey(house, rp, asked, body.response);
  if ('because' in made) {
    await recordRefused(house, asked, made.because, origin);
    return refuse('passkey_refused');
  }
  return house.db.tx(async (tx) => {
    const at = house.clock.now();
    // Against another key added at once: the eleventh, and a second set of recovery codes.
    const { hasTotp, passkeys } =
      (await lockHolder(tx, actor, actor.id, at)) ?? refuse('passkey_refused');
    if (passkeys >= MOST) refuse('passkeys_too_many');
    const isFirstFactor = !hasTotp && passkeys === 0;
    // It was asked for without a code, and by now one is due.
    if (!isFirstFactor && !actor.hasSecondFactor) refuse('passkey_refused');
    const own = { accountId: actor.id, name: body.name, rpId: rp.id, at };
    const key = (await insertKey(tx, { ...made, ...own })) ?? refuse('passkey_refused');
    if (isFirstFactor) await endOpenSetUps(tx, actor.id);
    await tx.run(
      recording(origin, {
        kind: 'passkey-added',
        actorId: actor.id,
        accountId: actor.id,
        after: { name: key.name, host: key.rpId },
      }),
    );
    return {
      message: 'Chave de acesso adicionada.',
      data: onWire(house, key, rp.id),
      recovery_codes: isFirstFactor ? await issueRecoveryCodes(house, tx, actor.id) : null,
    };
  });
}
