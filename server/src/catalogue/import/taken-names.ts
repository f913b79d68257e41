/** What the catalogue's writes have in common. */
import { refuse } from '@ramal/contract/api/errors';
import { violatedConstraint } from '../../foundation/database.ts';

/** A second item of one name is refused at its field. */
export async function refuseTakenNames<T>(constraint: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== constraint) throw error;
    return refuse('name_taken', { fields: { name: 'Já existe um item com este nome.' } });
  }
}

/** Of an address only whose it is: the rest may open it. */
export const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : '';
