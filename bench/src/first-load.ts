import { measureFirstLoad } from '../../panel/first-load.ts';
import { formatFact } from './table.ts';

/** Compressed sizes of the scripts that a phone fetches before sign-in and until its first list. */
export function describeFirstLoad(): string[] {
  const { beforeSignIn, toTheList } = measureFirstLoad();
  const limit = (most: number) => ({ limit: most, unit: 'kB' });
  return [
    formatFact('panel, scripts before sign-in, gzip (kB)', beforeSignIn, limit(180)),
    formatFact('panel, scripts to the first list, gzip (kB)', toTheList, limit(280)),
  ];
}
