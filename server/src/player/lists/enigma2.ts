/** Lists for receivers with Enigma2: a bouquet of services, and the script that installs it. */

/** Text before the URL of a service. Type 4097 plays a URL. */
const SERVICE = '#SERVICE 4097:0:1:0:0:0:0:0:0:0:';
const BOUQUET = 'userbouquet.lista_iptv__tv_.tv';

/** Returns the text before the URL of a service. */
export const beforeAddress = (): string => SERVICE;

/** Returns the text after the URL: the name without colons. A colon would end the name. */
export const afterAddress = (name: string): string =>
  `:${name.replaceAll(':', ' ')}\n#DESCRIPTION ${name}\n`;

/** Encodes the colons of a URL, because colons separate the fields of a service. */
export const inService = (address: string): string => address.replaceAll(':', '%3a');

export const bouquetHead = '#NAME Lista IPTV\n';

/**
 * Returns the script that installs the list on a receiver. Running the script again downloads the
 * list again.
 */
export const installScript = (bouquetUrl: string): string => `#!/bin/sh
set -e
cd /etc/enigma2
wget -q -O ${BOUQUET}.new '${bouquetUrl.replaceAll("'", '%27')}'
grep -q '^#NAME' ${BOUQUET}.new
mv ${BOUQUET}.new ${BOUQUET}
grep -q '${BOUQUET}' bouquets.tv || echo '#SERVICE 1:7:1:0:0:0:0:0:0:0:FROM BOUQUET "${BOUQUET}" ORDER BY bouquet' >> bouquets.tv
wget -q -O /dev/null 'http://127.0.0.1/web/servicelistreload?mode=0' || true
`;
