/**
 * Token in the URLs of an HLS session, which replaces the password. It contains line, stream,
 * session and expiry. It is signed, and becomes invalid if the line gets another password.
 */
import type { Secrets } from '../foundation/secrets.ts';

export interface StreamToken {
  readonly lineId: number;
  readonly streamId: number;
  readonly sessionId: string;
  /** Mark that changes with the line's password. */
  readonly passwordMark: string;
}

const USE = 'player-ticket';

export function sealStreamToken(secrets: Secrets, ticket: StreamToken, goodUntil: Date): string {
  const { lineId, streamId, sessionId, passwordMark } = ticket;
  const text = [
    lineId,
    streamId,
    sessionId,
    passwordMark,
    Math.ceil(goodUntil.getTime() / 1000),
  ].join('.');
  return `${text}.${secrets.sign(USE, text)}`;
}

/** Parses a token. Undefined if it was not signed by this installation or has expired. */
export function openStreamToken(
  secrets: Secrets,
  sealed: string,
  now: Date,
): StreamToken | undefined {
  const end = sealed.lastIndexOf('.');
  const text = sealed.slice(0, Math.max(end, 0));
  if (!secrets.verify(USE, text, sealed.slice(end + 1))) return undefined;
  const [lineId, streamId, sessionId = '', passwordMark = '', goodUntil] = text.split('.');
  if (Number(goodUntil) * 1000 < now.getTime()) return undefined;
  return { lineId: Number(lineId), streamId: Number(streamId), sessionId, passwordMark };
}

const MARK_LENGTH = 10;

export const markPassword = (secrets: Secrets, lineId: number, password: string): string =>
  secrets.sign('player-password-mark', `${lineId} ${password}`).slice(0, MARK_LENGTH);
