/** Errors of the account forms, and the dialogs that show them. */
import type { ErrorCode } from '@ramal/contract/api/errors';
import { passwordCharactersText } from '@ramal/contract/rules/passwords';
import type { AlertOptions } from '../ui/dialogs/AlertBox.tsx';
import { type FieldErrors, validationAlert } from '../ui/form/form-errors.ts';

/**
 * Returns the dialog for errors in the fields. If the only error is a forbidden character in the
 * password, the dialog has the title «Erro» (M-38). Other errors use «Atenção» (V-06).
 */
export function accountAlert(errors: FieldErrors): AlertOptions {
  return errors.password === passwordCharactersText && Object.keys(errors).length === 1
    ? { title: 'Erro', text: passwordCharactersText }
    : validationAlert(errors);
}

/** Codes that belong to one field even if the server returns no field name. */
export const accountCodeFields: Partial<Record<ErrorCode, string>> = {
  account_taken: 'username',
  insufficient_credits: 'credits',
  limit_credits_a_day: 'credits',
  limit_lowest_price: 'sale',
  new_master_unknown: 'newMaster',
  new_master_below: 'newMaster',
};
