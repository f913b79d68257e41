/** Checks if the server may send requests to an address. Each connection repeats the check. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { refuse } from '@ramal/contract/api/errors';
import type { AppContext } from '../app-context.ts';
import { allowedAddresses, bareAddress } from './reachable.ts';

/**
 * Returns the address in its stored form, or refuses the given field. Private addresses are allowed
 * only if the operator listed them (RAMAL_PRIVATE_ORIGINS).
 */
export async function checkAddress(
  { config }: Pick<AppContext, 'config'>,
  written: string,
  field = 'url',
): Promise<string> {
  const no = (reason: string): never => refuse('invalid_fields', { fields: { [field]: reason } });
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    return no('Escreva um endereço inteiro, como https://loja.example/eventos.');
  const allowed = allowedAddresses(config.privateOrigins);
  const name = bareAddress(url.hostname);
  // True if the operator listed the host. A public IP address does not count, because it is allowed
  // without being listed.
  const isNamed =
    allowed.host(name) ||
    (isIP(name) > 0 && allowed.address(name) && !allowedAddresses([]).address(name));
  if (url.username || url.password) return no('O endereço não leva usuário nem senha.');
  if (isNamed) return url.href;
  if (url.protocol !== 'https:') return no('O endereço começa com https://');
  if (isIP(name)) return no('Use um nome, não um IP.');
  if (url.port !== '' && Number(url.port) < 1024) return no('Esta porta não é permitida.');
  const addresses = await lookup(name, { all: true }).catch(() => []);
  if (addresses.length === 0) return no('Este nome não foi encontrado.');
  if (!addresses.every((entry) => allowed.address(entry.address)))
    return no('Este endereço leva para dentro de uma rede privada.');
  return url.href;
}
