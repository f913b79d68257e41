/**
 * Reads an account at Asaas with its key: the holder, the approval and the Pix key. An account
 * receives recurring Pix only if it belongs to a company and is approved.
 */
import { refuse } from '@ramal/contract/api/errors';
import {
  isProviderFailure,
  isProviderRejection,
  isProviderUnavailable,
} from '../../../foundation/provider-error.ts';
import { orNull, readText, toRecords } from '../mercado-pago/words.ts';
import { type AsaasAccess, requestAsaas } from './client.ts';

export interface AsaasHolder {
  /** CPF or CNPJ without separators. */
  readonly document: string;
  readonly name: string;
  readonly isCompany: boolean;
  readonly isApproved: boolean;
  readonly pixKey: string | null;
}

type KeyedAccess = Pick<AsaasAccess, 'baseUrl' | 'key'>;

/** Reads the account. Refuses a key that the provider rejects. */
export async function readAsaasHolder(access: KeyedAccess): Promise<AsaasHolder> {
  try {
    const holder = await requestAsaas(access, '/myAccount/commercialInfo');
    const status = await requestAsaas(access, '/myAccount/status');
    const keys = await requestAsaas(access, '/pix/addressKeys?status=ACTIVE');
    const [pixKey] = toRecords(keys.data);
    return {
      document: readText(holder.cpfCnpj)
        .replace(/[^0-9A-Za-z]/g, '')
        .toUpperCase(),
      name: readText(holder.companyName) || readText(holder.name),
      isCompany: holder.personType === 'JURIDICA',
      isApproved: status.general === 'APPROVED' && status.documentation === 'APPROVED',
      pixKey: pixKey ? orNull(readText(pixKey.key)) : null,
    };
  } catch (error) {
    if (isProviderFailure(error, 'unauthorized') && error.status === 403)
      refuse('asaas_key_not_permitted');
    if (isProviderRejection(error)) refuse('asaas_key_refused');
    if (isProviderUnavailable(error)) refuse('payment_provider_silent');
    throw error;
  }
}

/** True for a key of the test environment, where no money moves. */
export const isSandboxKey = (key: string): boolean => key.startsWith('$aact_hmlg_');

/** Returns the visible part of a key: «$aact_prod_…4e1». */
export const keyHint = (key: string): string =>
  `${/^\$aact_(prod|hmlg)_/.exec(key)?.[0] ?? key.slice(0, 4)}…${key.slice(-3)}`;
