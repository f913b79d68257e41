/** Bonus that an account adds to the top-ups of its direct resellers in a period. */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, freshCode, whole } from '../api/fields.ts';
import { LEAST_CREDITS_SOLD } from './top-ups.ts';

const MAX_BONUS_STEP = 100_000;

const topUpBonus = z.object({
  /** Each full number of bought credits adds the bonus. Whole credits. */
  perCredits: z.int(),
  bonusCredits: z.int(),
  /** First and last day in the panel's time zone: yyyy-mm-dd. */
  startsOn: z.string(),
  endsOn: z.string(),
  /** True if the bonus applies today. */
  isRunning: z.boolean(),
});

const answer = z.object({
  /** Null if the account gives no bonus. */
  bonus: topUpBonus.nullable(),
  /** Lowest price of a credit in R$, bonus included, by the limits from above; null without. */
  lowestPrice: z.number().nullable(),
});

export const getTopUpBonus = endpoint({
  name: 'get-top-up-bonus',
  method: 'GET',
  path: '/api/top-up-bonus',
  summary: 'O bônus que a conta dá nas recargas das revendas diretas.',
  access: { profiles: sellers },
  answer,
  errors: [],
});

export const saveTopUpBonus = endpoint({
  name: 'save-top-up-bonus',
  method: 'PUT',
  path: '/api/top-up-bonus',
  summary: 'Guarda o bônus das recargas das revendas diretas; sem valores, não há bônus.',
  access: { profiles: sellers },
  body: z.object({
    bonus: z
      .object({
        perCredits: whole('A cada', LEAST_CREDITS_SOLD, MAX_BONUS_STEP),
        bonusCredits: whole('Bônus', 1, MAX_BONUS_STEP),
        startsOn: day('De'),
        endsOn: day('Até'),
      })
      .refine(({ perCredits, bonusCredits }) => bonusCredits <= perCredits, {
        path: ['bonusCredits'],
        error: 'O bônus não pode passar da compra.',
      })
      .refine(({ startsOn, endsOn }) => endsOn >= startsOn, {
        path: ['endsOn'],
        error: 'O fim vem antes do início.',
      })
      .nullable()
      .meta({ title: 'Bônus' }),
    ...freshCode,
  }),
  answer: answer.extend({ message: z.string() }),
  errors: [
    'second_factor_required',
    'code_2fa_missing',
    'code_2fa_wrong',
    'former_release_running',
  ],
  freshCode: true,
});
