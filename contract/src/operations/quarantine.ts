/** After a restore the panel is held: nothing is sent, bought, charged or moved until an admin releases it. Source: S-BACKUP. */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { freshCode } from '../api/fields.ts';

export const quarantine = z.object({
  /** dd/mm/yyyy hh:mm */
  restored_at: z.string(),
  /** Of which moment the data is; what happened later is not here. */
  data_of: z.string(),
});
export type Quarantine = z.output<typeof quarantine>;

export const releaseQuarantine = endpoint({
  name: 'release-quarantine',
  method: 'POST',
  path: '/api/quarantine/release',
  summary: 'Libera o painel depois de uma restauração: pagamentos, compras e trocas voltam.',
  access: { profiles: ['admin'] },
  freshCode: true,
  body: z.object({ ...freshCode }),
  answer: z.object({ message: z.string() }),
  errors: ['not_in_quarantine', 'code_2fa_missing', 'code_2fa_wrong', 'too_many_attempts'],
});
