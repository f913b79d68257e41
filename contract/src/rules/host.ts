/** One reading of hosts for forms, imports, the collector, exempt hosts and brands. */

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const hostForm = new RegExp(`^(?:localhost|${LABEL}(?:\\.${LABEL})+)$`);
const addressForm = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** The top-level domain tells a name from an address of four numbers. */
const nameForm = new RegExp(`^(?:${LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`);

/** The text of a refused host name. */
export const HOSTNAME_WRONG = 'Escreva um nome, como tv.exemplo.com.';

/**
 * Reads a host that is written alone: `Painel.Exemplo.com.` becomes `painel.exemplo.com`, and other letters
 * are written as in DNS. Undefined if the text is no host, or more than a host.
 */
export function readHost(written: string): string | undefined {
  const host = written.trim().replace(/\.$/, '');
  if (/[\s:/?#@\\[\]%]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  const { hostname } = new URL(`http://${host}`);
  // `1.1` would become 1.0.0.1: only an address that is written whole is one.
  const isWhole = !addressForm.test(hostname) || hostname === host;
  return isWhole && hostname.length <= 253 && hostForm.test(hostname) ? hostname : undefined;
}

/** As `readHost`, also from an address on the web, with its port and path. */
export function readHostOf(written: string): string | undefined {
  const host = /^(?:https?:\/\/)?([^\s/?#@\\:]+)(?::(\d{1,5}))?(?:[/?#]\S*)?$/i.exec(
    written.trim(),
  );
  return host && Number(host[2] ?? 0) < 65_536 ? readHost(host[1]!) : undefined;
}

/** A name in DNS, from a name or an address on the web; an address of four numbers is none (V-71). */
export function readHostname(written: string): string | undefined {
  const host = readHostOf(written);
  return host && nameForm.test(host) ? host : undefined;
}
