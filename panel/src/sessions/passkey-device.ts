/**
 * Passkeys as this browser holds them. The library for them is loaded when it is first needed, so that
 * the sign-in does not wait for it.
 */
import type { signInWithPasskey } from '@ramal/contract/passkeys';
import type { RequestOf } from '@ramal/contract/api/endpoint';

/** Options that the server sends for a device, unchanged. */
export type PasskeyOptions = Record<string, unknown>;
export type PasskeyResponse = RequestOf<typeof signInWithPasskey>['body']['response'];

/** Browsers hold passkeys over TLS only, or on the machine itself. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function';

/** Nothing was answered: the person withdrew, waited too long, or the device holds no key of this address. */
export class NoPasskeyResponse extends Error {
  constructor(cause: unknown) {
    super('O aparelho não confirmou a chave de acesso. Tente de novo ou entre de outra forma.', {
      cause,
    });
    this.name = 'NoPasskeyAnswer';
  }
}

/** The device's answer to what the server asked. */
export async function getPasskeyResponse(options: PasskeyOptions): Promise<PasskeyResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return answered(startAuthentication({ optionsJSON: options as never }));
}

/** A key made by the device, as `addPasskey` takes it. */
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
