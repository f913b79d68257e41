/** Recognises a payer by the digest of the document, so that no document is stored. */
import { createHmac } from 'node:crypto';
import type { AppContext } from '../foundation/app-context.ts';
import type { PaymentReading } from './providers/port.ts';

/** Returns the digest of a CPF or CNPJ; null if the provider did not tell a whole one. */
export function markPayer(
  { secrets }: Pick<AppContext, 'secrets'>,
  { payerDocument = '' }: Pick<PaymentReading, 'payerDocument'>,
): Buffer | null {
  // Some providers mask a document, and its digest would recognise other people.
  if (/[^\d./-]/.test(payerDocument)) return null;
  const digits = payerDocument.replaceAll(/\D/g, '');
  if (digits.length !== 11 && digits.length !== 14) return null;
  return createHmac('sha256', secrets.key('payers')).update(digits).digest();
}

/** Kinds of providers that tell the document of the payer of a Pix. */
export const tellsPayer = (kind: string | undefined): boolean =>
  kind === 'payments' || kind === 'woovi';
