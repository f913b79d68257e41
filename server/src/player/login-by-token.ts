/**
 * Token that some apps send in place of user name and password. The token of a line is the code of
 * its short links, which its customer already has.
 */
import type { AppContext } from '../foundation/app-context.ts';
import { readShortLink } from './line-urls.ts';
import { lineByShortCode } from './player.sql.ts';
import type { Login } from './request-fields.ts';

/** Returns the login of a token. An unknown token becomes a login that counts as a failure. */
export type FindLoginByToken = (token: string) => Promise<Login>;

export const createFindLoginByToken =
  ({ db }: AppContext): FindLoginByToken =>
  async (token) => {
    const code = readShortLink(token)?.code;
    const line = code && (await db.first<Login>(lineByShortCode(code), 'prepared'));
    return line
      ? { username: line.username, password: line.password }
      : { username: token, password: '' };
  };

/** Reads the login from the fields of a request: the user name and password, or the token. */
export async function readLogin(
  field: (name: string) => string,
  findByToken: FindLoginByToken,
): Promise<Login> {
  const login = { username: field('username'), password: field('password') };
  const token = field('token');
  const isToken = login.username === '' && login.password === '' && token !== '';
  return isToken ? findByToken(token) : login;
}
