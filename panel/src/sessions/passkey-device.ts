/**
 * Functions for the passkeys of this browser. The first use loads their library, so that the
 * sign-in does not wait for it.
 */
import type { signInWithPasskey } from '@ramal/contract/passkeys';
import type { RequestOf } from '@ramal/contract/api/endpoint';

/** Options from the server. They are sent to the device unchanged. */
export type PasskeyOptions = Record<string, unknown>;
export type PasskeyResponse = RequestOf<typeof signInWithPasskey>['body']['response'];

/** True if the browser supports passkeys on this address: only with TLS or on localhost. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function';

/**
 * Error for a device that returned no response. The user cancelled, the time expired, or the device
 * has no key for this address.
 */
export class NoPasskeyResponse extends Error {
  constructor(cause: unknown) {
    super('O aparelho não confirmou a chave de acesso. Tente de novo ou entre de outra forma.', {
      cause,
    });
    this.name = 'NoPasskeyResponse';
  }
}

/** Returns the device's response to the challenge of the server. */
export async function getPasskeyResponse(options: PasskeyOptions): Promise<PasskeyResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return answered(startAuthentication({ optionsJSON: options as never }));
}

/** Returns a new key that the device created, in the format of `addPasskey`. */
export async function createPasskeyOnDevice(options: PasskeyOptions): Promise<PasskeyResponse> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return answered(startRegistration({ optionsJSON: options as never }));
}

async function answered(asking: Promise<object>): Promise<PasskeyResponse> {
  try {
    return (await asking) as PasskeyResponse;
  } catch (cause) {
    throw new NoPasskeyResponse(cause);
  }
}
