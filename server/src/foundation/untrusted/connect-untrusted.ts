/** Connects to a host that another person chose, for protocols other than HTTP. */
import { lookup as systemLookup } from 'node:dns';
import { type Socket, connect, isIP } from 'node:net';
import { checkedLookup } from './checked-lookup.ts';
import { allowedAddresses, bareAddress } from './reachable.ts';
import { createFetchFailure, toFetchFailure } from './fetch-failure.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Returns the connected socket. Throws ProviderError. */
export function connectUntrusted(
  privateOrigins: readonly string[],
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Socket> {
  const allowed = allowedAddresses(privateOrigins);
  const name = bareAddress(host);
  // Node calls no lookup for a literal address, so the address is checked here.
  if (isIP(name) && !allowed.address(name))
    return Promise.reject(createFetchFailure('private-address'));
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: name,
      port,
      keepAlive: true,
      noDelay: true,
      lookup: checkedLookup(allowed, systemLookup),
    });
    const late = setTimeout(
      () => socket.destroy(createFetchFailure('no-answer')),
      CONNECT_TIMEOUT_MS,
    );
    const fail = (error: Error) => {
      clearTimeout(late);
      reject(toFetchFailure(error));
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(late);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
