/** Name lookup of a connection. It accepts only addresses that this server may reach. */
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AllowedAddresses } from './reachable.ts';
import { createFetchFailure } from './fetch-failure.ts';

/** Returns every address of a name from the system. Tests replace it. */
export type Lookup = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates the lookup. A single private address rejects the name, unless the operator listed the
 * host or the address.
 */
export function checkedLookup(reachable: AllowedAddresses, lookup: Lookup): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const good = addresses.every(({ address }) => reachable.address(address));
      if (!good && !reachable.host(host)) return done(createFetchFailure('private-address'), []);
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      if (!first) return done(createFetchFailure('unknown-host'), []);
      done(null, first.address, first.family);
    });
  };
}
