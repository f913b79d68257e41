/** Parsers of the operator's environment variables. Each error names the variable. */
import { isIP } from 'node:net';
import { type Grant, grants } from '@ramal/contract/api/access';
import { isSupportedCountry } from '@ramal/contract/rules/phone-numbers';
import ipaddr from 'ipaddr.js';
import { OperatorError } from './operator-error.ts';

export type Environment = Record<string, string | undefined>;

export interface P2pProduct {
  readonly id: number;
  readonly name: string;
}

export const list = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/**
 * Parses resolvers by network, for example `Claro, São Paulo=200.1.1.1; Vivo=200.2.2.2`. Names may
 * contain commas.
 */
export const resolvers = (value: string): ReadonlyMap<string, string> =>
  new Map(
    value
      .split(';')
      .map((item) => item.trim())
      .filter(Boolean)
      .map((item) => {
        const [network = '', address = ''] = item.split('=').map((part) => part.trim());
        return [network, resolverAddress('RAMAL_RESOLVERS', address)];
      }),
  );

/** Checks the address of a resolver, with or without a port, in the format of `dns.setServers`. */
export function resolverAddress(name: string, value: string): string {
  const [, v6, v4] = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|([0-9.]+)(?::\d+)?)$/i.exec(value) ?? [];
  if (isIP(v6 ?? v4 ?? value) === 0)
    throw new OperatorError(`${name} são endereços de resolvedores (200.1.1.1), não «${value}».`);
  return value;
}

/** Parses account ids by grant, for example `logs.export 1 2 25255, games 7`. */
export function grantHolders(value: string): Readonly<Partial<Record<Grant, readonly number[]>>> {
  return Object.fromEntries(
    list(value).map((entry) => {
      const [name = '', ...ids] = entry.split(/\s+/);
      if (ids.length > 0 && ids.every((id) => /^[1-9]\d{0,14}$/.test(id)))
        return [parseOneOf('RAMAL_GRANT_HOLDERS', name, grants), ids.map(Number)];
      throw new OperatorError(
        `RAMAL_GRANT_HOLDERS são permissões com os ids das contas (logs.export 1 2), não «${entry}».`,
      );
    }),
  );
}

/** Parses the number of retained days, weeks and months, for example `7 4 12`. */
export function backupKeep(value: string): { days: number; weeks: number; months: number } {
  const [days, weeks, months, ...more] = value.trim().split(/\s+/).map(Number);
  const counts = [days, weeks, months];
  if (more.length === 0 && days! > 0 && counts.every((n) => Number.isInteger(n) && n! >= 0))
    return { days: days!, weeks: weeks!, months: months! };
  throw new OperatorError(`RAMAL_BACKUP_KEEP são dias, semanas e meses (7 4 12), não «${value}».`);
}

export function number(env: Environment, name: string, fallback: number): number {
  const value = env[name];
  if (!value) return fallback;
  if (!/^\d{1,9}$/.test(value))
    throw new OperatorError(`${name} é um número inteiro, não «${value}».`);
  return Number(value);
}

export function parseOneOf<const T extends readonly string[]>(
  name: string,
  value: string,
  allowed: T,
): T[number] {
  if (allowed.includes(value)) return value;
  throw new OperatorError(`${name} é um de ${allowed.join(', ')}, não «${value}».`);
}

export function timeZone(name: string): string {
  try {
    new Intl.DateTimeFormat('pt-BR', { timeZone: name });
    return name;
  } catch {
    throw new OperatorError(
      `RAMAL_TIMEZONE não é um fuso horário conhecido: «${name}». Use um como America/Sao_Paulo.`,
    );
  }
}

export function country(code: string): string {
  const upper = code.toUpperCase();
  if (isSupportedCountry(upper)) return upper;
  throw new OperatorError(`RAMAL_COUNTRY é um país de duas letras, como BR, não «${code}».`);
}

/**
 * Validates a private origin. Rejects a value that could never match, because the operator would
 * not find the cause.
 */
export function privateOrigin(origin: string): string {
  const text = origin.replace(/^\[(.*)\]$/, '$1');
  const isHost =
    URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text.toLowerCase();
  const [address = '', bits] = text.split('/');
  const isAddress = isIP(address) !== 0 && (bits === undefined || ipaddr.isValidCIDR(text));
  if (isAddress || isHost) return origin;
  throw new OperatorError(
    `RAMAL_PRIVATE_ORIGINS são hosts, endereços ou redes (origem.lan, 10.0.0.5, 10.0.0.0/8), não «${origin}».`,
  );
}

export function httpUrl(name: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:/.test(value)) {
    throw new OperatorError(`${name} começa com http:// ou https://, não «${value}».`);
  }
  return value.replace(/\/+$/, '');
}

export function products(value: string): P2pProduct[] {
  return list(value).map((item) => {
    const match = /^(\d+)\s+(.+)$/.exec(item);
    if (!match) throw new OperatorError(`RAMAL_P2P_PRODUCTS é «1 NOME, 2 NOME», não «${item}».`);
    return { id: Number(match[1]), name: String(match[2]) };
  });
}
