/** Parses hosts for forms, imports, the collector, exempt hosts and brands. */

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const hostForm = new RegExp(`^(?:localhost|${LABEL}(?:\\.${LABEL})+)$`);
const addressForm = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** Name with a top-level domain that begins with a letter, which an IPv4 address does not have. */
const nameForm = new RegExp(`^(?:${LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`);

/** Error text for a rejected hostname. */
export const HOSTNAME_WRONG = 'Escreva um nome, como tv.exemplo.com.';

/**
 * Parses a single host: `Painel.Exemplo.com.` becomes `painel.exemplo.com`, and letters outside a
 * to z are converted to their DNS form. Undefined if the text is not exactly one host.
 */
export function readHost(written: string): string | undefined {
  const host = written.trim().replace(/\.$/, '');
  if (/[\s:/?#@\\[\]%]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  const { hostname } = new URL(`http://${host}`);
  // The URL parser turns `1.1` into 1.0.0.1, so only a complete address is accepted.
  const isWhole = !addressForm.test(hostname) || hostname === host;
  return isWhole && hostname.length <= 253 && hostForm.test(hostname) ? hostname : undefined;
}

/** Parses a host, or the host in a web address with port and path. */
export function readHostFromAddress(written: string): string | undefined {
  const host = /^(?:https?:\/\/)?([^\s/?#@\\:]+)(?::(\d{1,5}))?(?:[/?#]\S*)?$/i.exec(
    written.trim(),
  );
  return host && Number(host[2] ?? 0) < 65_536 ? readHost(host[1]!) : undefined;
}

/** Parses a DNS name, or the name in a web address. An IPv4 address is rejected (V-71). */
export function readHostname(written: string): string | undefined {
  const host = readHostFromAddress(written);
  return host && nameForm.test(host) ? host : undefined;
}
