import { violatedConstraint } from '../../foundation/database.ts';

const NAME_TRIES = 5;

/**
 * Names are unique within a platform, deleted lines included (Q-USERNAME). A generated name that is
 * taken is generated again; `refuseTaken` throws for a name that a person chose.
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
