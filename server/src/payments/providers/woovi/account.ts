/**
 * Reads the company of a new key of Woovi. A key does not state its environment, so the environment
 * that accepts the key decides.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { AppContext } from '../../../foundation/app-context.ts';
import {
  isProviderFailure,
  isProviderRejection,
  isProviderUnavailable,
} from '../../../foundation/provider-error.ts';
import { readText, toRecord } from '../mercado-pago/words.ts';
import { requestWoovi, type WooviAccess } from './client.ts';

export interface WooviHolder {
  /** CPF or CNPJ without separators. */
  readonly document: string;
  readonly name: string;
}

type KeyedAccess = Pick<WooviAccess, 'baseUrl' | 'key'>;

/** Refuses a key that Woovi rejects, and a key of an account without a registered holder. */
export async function readWooviHolder(access: KeyedAccess): Promise<WooviHolder> {
  try {
    return await readHolder(access);
  } catch (error) {
    if (isProviderRejection(error)) refuse('woovi_key_refused');
    if (isProviderUnavailable(error)) refuse('payment_provider_silent');
    throw error;
  }
}

async function readHolder(access: KeyedAccess): Promise<WooviHolder> {
  const { company } = await requestWoovi(access, '/company');
  const { officialName, tradeName, taxID } = toRecord(company);
  const document = readText(taxID)
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
  if (document === '') refuse('woovi_key_refused');
  return { document, name: readText(officialName) || readText(tradeName) };
}

/** True if only the test environment of Woovi accepts the key. No money moves there. */
export async function isWooviSandboxKey(
  { wooviUrl, wooviSandboxUrl }: AppContext['config'],
  key: string,
): Promise<boolean> {
  try {
    await requestWoovi({ baseUrl: wooviUrl, key }, '/company');
    return false;
  } catch (error) {
    if (isProviderUnavailable(error)) refuse('payment_provider_silent');
    if (!isProviderFailure(error, 'unauthorized')) return false;
  }
  try {
    await requestWoovi({ baseUrl: wooviSandboxUrl, key }, '/company');
    return true;
  } catch (error) {
    // The production environment already refused the key, so the caller reports that refusal.
    if (isProviderRejection(error) || isProviderUnavailable(error)) return false;
    throw error;
  }
}
