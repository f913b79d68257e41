import { violatedConstraint } from '../../foundation/database.ts';

const NAME_TRIES = 5;

/**
 * Repeats an insert if its user name is taken. Names are unique within a platform, including
 * deleted lines (Q-USERNAME). A generated name is generated again; for a name that the user
 * entered, `refuseTaken` throws.
 */
export async function retryOnNameConflict<T>(
  act: () => Promise<T>,
  refuseTaken?: () => never,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (violatedConstraint(error) !== 'lines_name_key') throw error;
      refuseTaken?.();
      if (attempt === NAME_TRIES) throw error;
    }
  }
}
