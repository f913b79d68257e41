/** Helpers of the catalogue's writes. */
import { refuse } from '@ramal/contract/api/errors';
import { violatedConstraint } from '../../foundation/database.ts';

/** A second item with the same name is refused at its field. */
export async function refuseTakenNames<T>(constraint: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== constraint) throw error;
    return refuse('name_taken', { fields: { name: 'Já existe um item com este nome.' } });
  }
}

/** Only the host of a URL, because the rest may grant access. */
export const parseHost = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : '';
