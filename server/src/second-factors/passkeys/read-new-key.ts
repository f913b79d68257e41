/**
 * Checks a new key. The request asks for no attestation of the manufacturer. A response with an
 * attestation is refused without verifying it, because that would fetch the URLs in its
 * certificates.
 */
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import { challengeIn } from './answer.ts';
import { type PendingChallenge, consumeChallenge } from './challenges.ts';
import type { NewKey } from './passkeys.sql.ts';
import type { RelyingParty } from './relying-party.ts';

/** Ed25519, ECDSA P-256 and RSA by their COSE numbers: the algorithms of common devices. */
export const ALGORITHMS = [-8, -7, -257];

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);
const shape = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(16_000),
    /** Unknown transports are omitted. */
    transports: z.array(z.string()).max(20).catch([]),
  }),
});
type KeyResponse = z.output<typeof shape>;

type ParsedKey = Pick<
  NewKey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isBackedUp'
>;
type RefusedKey = { readonly because: 'unreadable' | 'challenge' | 'attestation' | 'signature' };

export async function readNewKey(
  ctx: AppContext,
  rp: RelyingParty,
  pending: PendingChallenge,
  sent: unknown,
): Promise<ParsedKey | RefusedKey> {
  const { data } = shape.safeParse(sent);
  const challenge = data && challengeIn(data.response.clientDataJSON);
  if (!data || !challenge) return { because: 'unreadable' };
  if (!(await consumeChallenge(ctx, rp, pending, challenge))) return { because: 'challenge' };
  if (await hasManufacturerAttestation(data.response.attestationObject))
    return { because: 'attestation' };
  return (await verified(rp, challenge, data)) ?? { because: 'signature' };
}

async function verified(
  rp: RelyingParty,
  challenge: string,
  { id, rawId, type, response }: KeyResponse,
): Promise<ParsedKey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    });
    if (!registrationInfo) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: transports.filter((transport) => response.transports.includes(transport)),
      isBackedUp: credentialBackedUp,
    };
  } catch {
    // The library throws an error for a wrong key.
    return undefined;
  }
}

/**
 * True if the response contains an attestation of the manufacturer. Some devices sign the new key
 * with the key itself, which is not such an attestation.
 */
async function hasManufacturerAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const bytes = Uint8Array.from(Buffer.from(attestationObject, 'base64url'));
    const attestation = decodeAttestationObject(bytes);
    const format = attestation.get('fmt');
    const isOwn = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
    return format !== 'none' && !isOwn;
  } catch {
    return true;
  }
}
