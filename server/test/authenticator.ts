/**
 * A device with passkeys, implemented in software. Tests can change its responses, to send data
 * that a real device never sends.
 */
import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Credential {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: Buffer;
  readonly privateKey: KeyObject;
  counter: number;
}

/** Parts of the response that a test may falsify. */
export interface ResponseOverrides {
  readonly origin?: string;
  readonly rpId?: string;
  readonly crossOrigin?: boolean;
  /** False if the response must state that the user was present but not verified. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: Buffer | null;
}

/** JSON form of a browser's WebAuthn response. */
interface WebAuthnResponse {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: object;
}

interface MakeOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface AskOptions {
  readonly challenge: string;
  readonly rpId: string;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (data: Buffer): string => data.toString('base64url');

/**
 * Returns the result of `navigator.credentials.create()`. If `attested` is set, the result contains
 * an attestation statement.
 */
export function makeCredential(
  options: Record<string, unknown>,
  overrides: ResponseOverrides & { readonly attested?: boolean } = {},
): { credential: Credential; response: WebAuthnResponse } {
  const { challenge, rp, user } = options as unknown as MakeOptions;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x, y } = publicKey.export({ format: 'jwk' });
  const cose = map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x!, 'base64url'))],
    [int(-3), bytes(Buffer.from(y!, 'base64url'))],
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
  const authData = Buffer.concat([
    head(overrides.rpId ?? rp.id, overrides, 0x40, overrides.counter ?? 0),
    attested,
  ]);
  const statement = overrides.attested
    ? map([
        [string('x5c'), array([bytes(randomBytes(300))])],
        [string('sig'), bytes(randomBytes(70))],
        [string('alg'), int(-7)],
      ])
    : map([]);
  const attestation = map([
    [string('fmt'), string(overrides.attested ? 'packed' : 'none')],
    [string('attStmt'), statement],
    [string('authData'), bytes(authData)],
  ]);
  const credential = {
    id,
    rpId: rp.id,
    userHandle: Buffer.from(user.id, 'base64url'),
    privateKey,
    counter: overrides.counter ?? 0,
  };
  const response = {
    id: text(id),
    rawId: text(id),
    type: 'public-key' as const,
    response: {
      clientDataJSON: clientData('webauthn.create', challenge, rp.id, overrides),
      attestationObject: text(attestation),
      transports: ['internal', 'hybrid', 'something-new'],
    },
    clientExtensionResults: {},
  };
  return { credential, response };
}

/** Returns the result of `navigator.credentials.get()` with this credential. */
export function signWith(
  credential: Credential,
  options: Record<string, unknown>,
  overrides: ResponseOverrides = {},
): WebAuthnResponse {
  const { challenge, rpId } = options as unknown as AskOptions;
  credential.counter += 1;
  const authData = head(
    overrides.rpId ?? rpId,
    overrides,
    0,
    overrides.counter ?? credential.counter,
  );
  const clientDataJSON = clientData('webauthn.get', challenge, rpId, overrides);
  const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
  const userHandle =
    overrides.userHandle === undefined ? credential.userHandle : overrides.userHandle;
  return {
    id: text(credential.id),
    rawId: text(credential.id),
    type: 'public-key',
    response: {
      clientDataJSON,
      authenticatorData: text(authData),
      signature: text(sign('sha256', signed, credential.privateKey)),
      ...(userHandle ? { userHandle: text(userHandle) } : {}),
    },
    clientExtensionResults: {},
  };
}

function clientData(
  type: string,
  challenge: string,
  rpId: string,
  overrides: ResponseOverrides,
): string {
  const origin =
    overrides.origin ?? (rpId === 'localhost' ? 'http://localhost' : `https://${rpId}`);
  const crossOrigin = overrides.crossOrigin ?? false;
  return text(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin })));
}

/**
 * Returns the first bytes of the authenticator data: hash of the relying party, flags and use
 * count.
 */
function head(
  rpId: string,
  { isVerified = true }: ResponseOverrides,
  more: number,
  counter: number,
): Buffer {
  const use = Buffer.alloc(5);
  use.writeUInt8(0x01 | (isVerified ? 0x04 : 0) | more);
  use.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), use]);
}

/** Encodes the head of a CBOR value: its kind and its size or number (RFC 8949). */
function sized(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff]);
}
const int = (value: number): Buffer => (value < 0 ? sized(1, -1 - value) : sized(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([sized(2, value.length), value]);
const string = (value: string): Buffer =>
  Buffer.concat([sized(3, Buffer.byteLength(value)), Buffer.from(value)]);
const array = (values: readonly Buffer[]): Buffer =>
  Buffer.concat([sized(4, values.length), ...values]);
const map = (pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([sized(5, pairs.length), ...pairs.flat()]);
