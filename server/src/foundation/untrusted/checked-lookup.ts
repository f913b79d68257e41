/** The look-up of a connection, which leads to no address that this server may not reach. */
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AllowedAddresses } from './reachable.ts';
import { UntrustedFetchRefused } from './refusal.ts';

/** Asks the system for every address of a name; a test gives its own. */
export type Lookup = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Every address a name leads to must be reachable: one inside is one too many. */
export function checkedLookup(reachable: AllowedAddresses, lookup: Lookup): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const good = addresses.every(({ address }) => reachable.address(address));
      if (!good && !reachable.host(host))
        return done(new UntrustedFetchRefused('private-address'), []);
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      if (!first) return done(new UntrustedFetchRefused('unknown-host'), []);
      done(null, first.address, first.family);
    });
  };
}
