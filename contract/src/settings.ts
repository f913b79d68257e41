/**
 * Switches of functions for all accounts, which only an admin changes (C-SETTINGS-GET,
 * C-SETTINGS-POST-1 to 5 and 10). The specification has no number for `xcloud`. If xcloud is off,
 * disable-xcloud is 1 (K-78).
 */
import { z } from 'zod';
import { type Flag, flags, profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { freshCode } from './api/fields.ts';

const flagStates = z.record(z.enum(flags), z.boolean());

/** Functions by their action number in the specification (K-73). */
export const flagActions = {
  1: 'tests',
  2: 'iptv',
  3: 'p2p',
  4: 'n_p2p',
  5: 'login',
  10: 'test_iptv',
  11: 'xcloud',
} as const satisfies Record<number, Flag>;

export const getSettings = endpoint({
  name: 'get-settings',
  method: 'GET',
  path: '/api/settings',
  summary: 'Quais funções estão ligadas.',
  access: { profiles },
  answer: flagStates,
  errors: [],
});

const toggle = <const A extends keyof typeof flagActions>(action: A, what: string) =>
  endpoint({
    name: `toggle-${flagActions[action].replaceAll('_', '-')}`,
    method: 'POST',
    path: '/api/settings',
    action,
    summary: `Liga ou desliga ${what}.`,
    access: { profiles: ['admin'] },
    body: z.object({}),
    answer: flagStates.and(z.object({ message: z.string() })),
    errors: [],
  });

export const toggleTests = toggle(1, 'todos os testes');
export const toggleIptv = toggle(2, 'a plataforma IPTV');
const toggleP2p = toggle(3, 'a plataforma P2P');
const toggleNewP2p = toggle(4, 'a plataforma Novo P2P');
/**
 * Allows or forbids the sign-in of all accounts except admins. An admin with a second factor sends
 * a fresh code.
 */
export const toggleLogin = endpoint({
  ...toggle(5, 'o acesso de todos que não são administradores'),
  freshCode: true,
  body: z.object({ ...freshCode }),
});
const toggleTestIptv = toggle(10, 'os testes IPTV');
export const toggleXcloud = toggle(11, 'o X-CLOUD nos recibos e links');

/** Functions in the order of the screen. */
export const flagToggles = [
  toggleTests,
  toggleTestIptv,
  toggleIptv,
  toggleP2p,
  toggleNewP2p,
  toggleXcloud,
  toggleLogin,
] as const;
