/** Lists for receivers with Enigma2: a bouquet of services, and the script that installs it. */

/** A service whose picture comes from an address. */
const SERVICE = '#SERVICE 4097:0:1:0:0:0:0:0:0:0:';
const BOUQUET = 'userbouquet.lista_iptv__tv_.tv';

/** What stands before the address of a service. */
export const beforeAddress = (): string => SERVICE;

/** What stands after it: the name, which a colon would cut. */
export const afterAddress = (name: string): string =>
  `:${name.replaceAll(':', ' ')}\n#DESCRIPTION ${name}\n`;

/** Colons part the fields of a service, so those of an address are written otherwise. */
export const inService = (address: string): string => address.replaceAll(':', '%3a');

export const bouquetHead = '#NAME Lista IPTV\n';

/** Run on the receiver once; run again it fetches the list anew. */
export const installScript = (bouquetUrl: string): string => `#!/bin/sh
set -e
cd /etc/enigma2
wget -q -O ${BOUQUET}.new '${bouquetUrl.replaceAll("'", '%27')}'
grep -q '^#NAME' ${BOUQUET}.new
mv ${BOUQUET}.new ${BOUQUET}
grep -q '${BOUQUET}' bouquets.tv || echo '#SERVICE 1:7:1:0:0:0:0:0:0:0:FROM BOUQUET "${BOUQUET}" ORDER BY bouquet' >> bouquets.tv
wget -q -O /dev/null 'http://127.0.0.1/web/servicelistreload?mode=0' || true
`;
