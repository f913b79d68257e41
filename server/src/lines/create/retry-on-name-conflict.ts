import { violatedConstraint } from '../../foundation/database.ts';

const NAME_TRIES = 5;

/**
 * Repeats an insert if its user name already exists on the platform, even in a deleted line
 * (Q-USERNAME). `act` must generate a new name each time. For a name that the user entered, pass
 * `refuseTaken`, which throws instead.
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
