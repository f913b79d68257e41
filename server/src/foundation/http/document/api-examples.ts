/**
 * Sample code for a first sale, for the documentation page. The tests run it unchanged, with a real
 * key.
 */

export const sellingInCurl = (url: string): string =>
  `curl '${url}/api/users-iptv?preview=1' -H 'authorization: Bearer rml_…' \\
  -H 'content-type: application/json' -d '{"isOficial":true,"credits":1,"package":1,"nota":"Dona Célia"}'
curl '${url}/api/users-iptv' -H 'authorization: Bearer rml_…' -H 'content-type: application/json' \\
  -H 'Idempotency-Key: 3f2b8c1e-5d54-4f6c-9a51-0c7d2e9b1a44' \\
  -d '{"isOficial":true,"credits":1,"package":1,"nota":"Dona Célia"}'`;

export const sellingInTypeScript = (
  url: string,
): string => `import { RamalError, allRows, createRamal } from '@ramal/client';

const ramal = createRamal({ url: '${url}', key: 'rml_…' });
const sale = { body: { isOficial: true, credits: 1, package: 1, nota: 'Dona Célia' } };

const dry = await ramal.lines.createIptvLine(sale, { preview: true });
console.log(\`custa \${dry.charged}, sobram \${dry.balance}\`);

// Guarde a chave com o pedido: depois de uma queda, o mesmo pedido com ela age uma vez só.
const idempotencyKey = crypto.randomUUID();
try {
  const sold = await ramal.lines.createIptvLine(sale, { idempotencyKey });
  console.log(sold.username, sold.password, sold.exp_date_formatted);
  await ramal.lines.extendIptvLine({ params: { id: sold.id }, body: { credits: 1 } });
} catch (error) {
  if (!(error instanceof RamalError)) throw error;
  console.error(error.status, error.code, error.message, error.fields);
}

for await (const line of allRows(ramal.lines.listIptvLines, { query: { due: '7' } }))
  console.log(line.username, line.exp_date);`;
