/** Checks the access of an account to a call, as the call declares it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Flag } from '@ramal/contract/api/access';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../caller.ts';

const labelOf = (flag: Flag): string =>
  Object.values(platforms).find((platform) => platform.flag === flag)?.label ??
  flag.replaceAll('_', ' ').toUpperCase();

/**
 * Checks profile, grant, flag and master as declared. The last two never restrict admins
 * (Q-FLAGOFF).
 */
export function checkAccess(
  { access, beforeEnrolment }: Pick<Endpoint, 'access' | 'beforeEnrolment'>,
  actor: Actor,
): void {
  if (access === 'public') return;
  if (actor.mustEnrol && !beforeEnrolment) refuse('second_factor_required');
  if (!access.profiles.includes(actor.profile)) refuse('forbidden');
  if (access.grants?.some((grant) => !actor.grants.has(grant))) refuse('forbidden');
  if (access.master && actor.profile !== 'admin' && !actor.isMaster) refuse('not_master');
  if (access.flag && actor.profile !== 'admin' && !actor.flags.has(access.flag)) {
    refuse('platform_off', {
      values: { platform: labelOf(access.flag) },
    });
  }
}

/**
 * Checks the registration password. Every call accepts it, even if the call does not declare it. A
 * wrong password is refused (Q-REGPASS).
 */
export function checkRegPassword(actor: Actor, { query, body }: FastifyRequest): void {
  for (const part of [query, body]) {
    const sent = (part as { reg_password?: unknown } | undefined)?.reg_password;
    if (typeof sent !== 'string') continue;
    const hash = createHash('sha256').update(sent).digest();
    if (!timingSafeEqual(hash, actor.regPasswordHash)) refuse('wrong_reg_password');
  }
}
