/**
 * Reads the credentials of a player: a name and a password, in the path, the query or a posted
 * form.
 */
import type { FastifyRequest } from 'fastify';
import { changeRoom } from '../foundation/http/overload.ts';
import { requestAddress } from '../foundation/http/request-meta.ts';
import type { SignInAttempt } from './player-sign-in-rate-limit.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
}

export const signInAttempt = (
  request: FastifyRequest,
  { username, password }: Login,
): SignInAttempt => ({
  address: requestAddress(request),
  host: request.host,
  username,
  password,
  changeRoom: (room) => changeRoom(request, room),
});

/**
 * Reads fields of the query or of a posted form. The form takes precedence. Of a repeated field,
 * the last value is used.
 */
export function requestFields(request: FastifyRequest): (name: string) => string {
  const fields: Record<string, unknown> = {
    ...(request.query as object),
    ...(request.body as object | undefined),
  };
  return (name) => {
    const field = fields[name];
    const value: unknown = Array.isArray(field) ? field.at(-1) : field;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
}
