/** Helpers for code that writes to the catalogue: refusal of used names, and hosts of URLs. */
import { refuse } from '@ramal/contract/api/errors';
import { violatedConstraint } from '../../foundation/database.ts';

/** Runs a write. If the name is already in use, refuses with an error at the field of the name. */
export async function refuseTakenNames<T>(constraint: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== constraint) throw error;
    return refuse('name_taken', { fields: { name: 'Já existe um item com este nome.' } });
  }
}

/** Returns only the host of a URL, because the rest may contain credentials. */
export const parseHost = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : '';
