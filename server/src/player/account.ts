/**
 * Response to a sign-in: the line as apps know it (`user_info`) and the server that serves it
 * (`server_info`).
 */
import type { AppContext } from '../foundation/app-context.ts';
import { type PlayableState, toPlayableState } from './line-state.ts';
import type { PlayingLine } from './player.sql.ts';
import { ANNOUNCED_ZONE, clockText, unixText } from './wire-times.ts';

/** States of a line in the terms of the XC protocol, with a message for the customer. */
export const statuses: Record<PlayableState, { status: string; message: string }> = {
  active: { status: 'Active', message: '' },
  expired: { status: 'Expired', message: 'Sua assinatura venceu. Fale com quem vende para você.' },
  disabled: {
    status: 'Disabled',
    message: 'Sua assinatura está desativada. Fale com quem vende para você.',
  },
  blocked: {
    status: 'Banned',
    message: 'Sua assinatura está bloqueada. Fale com quem vende para você.',
  },
};

export function answerAccount(ctx: AppContext, line: PlayingLine | undefined, baseUrl: string) {
  if (!line) return { user_info: { auth: 0 } };
  const now = ctx.clock.now();
  const { protocol, hostname, port } = new URL(baseUrl);
  const secure = protocol === 'https:';
  return {
    user_info: {
      username: line.username,
      password: line.password,
      auth: 1,
      ...statuses[toPlayableState(line, now)],
      exp_date: unixText(line.expiresAt),
      is_trial: line.isTrial ? '1' : '0',
      active_cons: String(line.viewings),
      created_at: unixText(line.createdAt),
      max_connections: String(line.maxConnections),
      allowed_output_formats: ['m3u8', 'ts'],
    },
    server_info: {
      url: hostname,
      port: secure ? '' : port || '80',
      https_port: secure ? port || '443' : '',
      server_protocol: secure ? 'https' : 'http',
      rtmp_port: '',
      timezone: ANNOUNCED_ZONE,
      timestamp_now: Math.floor(now.getTime() / 1000),
      time_now: clockText(now),
      process: true,
    },
  };
}
