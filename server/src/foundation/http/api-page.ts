/** The readable page of the calls at /api/docs, drawn from the same declarations as OpenAPI. */
import type { Access } from '@ramal/contract/api/access';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { errors } from '@ramal/contract/api/errors';
import { z } from 'zod';

export function apiPage(endpoints: readonly Endpoint[]): string {
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Ramal · Chamadas</title><style>${style}</style></head><body><main>
<h1>Chamadas do Ramal</h1>
<p>Toda chamada, fora as públicas, leva <code>Authorization: Bearer</code>. O mesmo em OpenAPI 3.1:
<a href="/api/openapi.json">/api/openapi.json</a>.</p>
${endpoints.map(section).join('\n')}
</main></body></html>`;
}

function section(endpoint: Endpoint): string {
  const action = endpoint.action === undefined ? '' : ` <b>action ${endpoint.action}</b>`;
  return `<section id="${escape(endpoint.name)}">
<h2><code>${endpoint.method} ${escape(endpoint.path)}</code>${action}</h2>
<p>${escape(endpoint.summary)}</p>
<p class="who">${escape(who(endpoint.access))}${endpoint.keyed ? ' · aceita Idempotency-Key' : ''}</p>
${table('Endereço', endpoint.params)}${table('Consulta', endpoint.query)}${table('Corpo', endpoint.body)}
${failures(endpoint)}</section>`;
}

const profileNames = {
  admin: 'administração',
  franchise: 'franquia',
  reseller: 'revenda',
} as const;

function who(access: Access): string {
  if (access === 'public') return 'Pública';
  const names = access.profiles.map((profile) => profileNames[profile]).join(', ');
  const grant = access.grant ? ` · permissão ${access.grant}` : '';
  return `Para ${names}${grant}${access.flag ? ` · função ${access.flag} ligada` : ''}`;
}

interface FieldSchema {
  readonly title?: string;
  readonly type?: string;
  readonly enum?: unknown[];
  readonly anyOf?: FieldSchema[];
  readonly default?: unknown;
}

function table(caption: string, of: z.ZodType | undefined): string {
  if (!of) return '';
  const { properties = {}, required = [] } = z.toJSONSchema(of, {
    io: 'input',
    unrepresentable: 'any',
  }) as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  const rows = Object.entries(properties).map(
    ([
      name,
      field,
    ]) => `<tr><td><code>${escape(name)}</code></td><td>${escape(field.title ?? '')}</td>
<td>${escape(kind(field))}</td><td>${required.includes(name) ? 'necessário' : 'opcional'}</td></tr>`,
  );
  return rows.length === 0 ? '' : `<table><caption>${caption}</caption>${rows.join('')}</table>`;
}

function kind(field: FieldSchema): string {
  const own =
    field.enum?.map(String).join(' | ') ?? field.type ?? field.anyOf?.map(kind).join(' ou ') ?? '';
  return field.default === undefined ? own : `${own} (padrão ${JSON.stringify(field.default)})`;
}

function failures(endpoint: Endpoint): string {
  if (endpoint.errors.length === 0) return '';
  const rows = endpoint.errors.map(
    (code) =>
      `<tr><td>${errors[code].status}</td><td><code>${code}</code></td><td>${escape(errors[code].text)}</td></tr>`,
  );
  return `<table><caption>Recusas</caption>${rows.join('')}</table>`;
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

const style = `
body{font:15px/1.55 system-ui,sans-serif;margin:0;background:#F6F6F8;color:#16171D}
main{max-width:860px;margin:0 auto;padding:32px 16px 64px}
h1{font-size:24px;letter-spacing:-.02em}h2{font-size:15px;margin:0}
section{background:#fff;border:1px solid #E7E7EC;border-radius:12px;padding:16px;margin:16px 0}
p{margin:4px 0}.who{color:#4E515D}b{font-weight:600;color:#3945C4}
table{width:100%;border-collapse:collapse;margin-top:12px}caption{text-align:left;color:#656874;font-size:13px}
td{border-top:1px solid #E7E7EC;padding:6px 8px 6px 0;vertical-align:top}
code{font:13px ui-monospace,monospace}a{color:#3945C4}
@media(prefers-color-scheme:dark){body{background:#0B0C0F;color:#EDEEF2}section{background:#121419;border-color:#21242B}
td{border-color:#21242B}.who{color:#A8ACB8}caption{color:#878C99}b,a{color:#9BA5FF}}`;
