/** `Painel.Exemplo.com.` → `painel.exemplo.com`, other letters as the network has them; undefined for what is no host alone. */
export function readHost(written: string): string | undefined {
  const host = written.trim().replace(/\.$/, '');
  if (/[\s:/?#@\\[\]%]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  const { hostname } = new URL(`http://${host}`);
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(hostname) ? hostname : undefined;
}
