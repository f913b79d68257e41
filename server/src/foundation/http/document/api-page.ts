/**
 * Page /api/docs: documentation of the calls for people, rendered from the same declarations as
 * OpenAPI.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { errors } from '@ramal/contract/api/errors';
import type { z } from 'zod';
import { acceptedExample, createExample } from './api-example.ts';
import { accessWords } from './api-words.ts';
import { type ApiGroup, errorsByStatus } from './api-groups.ts';
import { pageStyle } from './api-page-style.ts';
import { answerSchema, bodySchema, inputSchema, type Json } from './api-schema.ts';
import { escapeHtml as escape } from '../../safe-html.ts';
import { howToStart, type StartText } from './api-start.ts';

export function apiPage(groups: readonly ApiGroup[], start: StartText): string {
  const introduction = howToStart(start);
  const sections = introduction.matchAll(/<section id="(\w+)"><h2>([^<]+)/g);
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Ramal · Chamadas</title><style>${pageStyle}</style></head><body>
<nav aria-label="Conteúdo"><input type="search" placeholder="Procurar chamada, campo ou recusa" aria-label="Procurar" hidden>
<b>Como começar</b><ul>${[...sections].map(([, id, title]) => entry(id!, title!)).join('')}</ul>
${groups.map(contents).join('\n')}</nav><main>
<h1>Chamadas do Ramal</h1>
<p>O mesmo em OpenAPI 3.1, para gerar um cliente: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${introduction}
${groups.map(group).join('\n')}
</main><script src="/api/docs.js"></script></body></html>`;
}

const entry = (id: string, title: string): string =>
  `<li data-to="${escape(id)}"><a href="#${escape(id)}">${title}</a></li>`;

const contents = ({ tag, endpoints }: ApiGroup): string =>
  `<b>${escape(tag)}</b><ul>${endpoints.map((endpoint) => entry(endpoint.name, nameOf(endpoint))).join('')}</ul>`;

const nameOf = ({ method, path, action }: Endpoint): string =>
  `<code>${method} ${escape(path)}${action === undefined ? '' : ` · ${action}`}</code>`;

const group = ({ tag, description, endpoints }: ApiGroup): string =>
  `<h2>${escape(tag)}</h2><p class="who">${escape(description)}</p>\n${endpoints.map(section).join('\n')}`;

function section(endpoint: Endpoint): string {
  const { name, method, path, action, summary, access, keyed } = endpoint;
  return `<section id="${escape(name)}" data-call>
<h3><a href="#${escape(name)}"><code>${method} ${escape(path)}</code></a>${action === undefined ? '' : ` <b>action ${action}</b>`}</h3>
<p>${escape(summary)}</p>
<p class="who">${escape(accessWords(access))}${keyed ? ' · aceita Idempotency-Key' : ''}</p>
${table('Endereço', endpoint.params)}${table('Consulta', endpoint.query)}${body(endpoint)}${answer(endpoint)}
${failures(endpoint)}</section>`;
}

interface FieldSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: unknown[];
  readonly anyOf?: FieldSchema[];
  readonly default?: unknown;
}

function body(endpoint: Endpoint): string {
  if (endpoint.upload)
    return '<p class="who">O corpo é o arquivo (application/octet-stream), ou multipart/form-data com ele na parte <code>file</code>.</p>';
  if (!endpoint.body) return '';
  const schema = bodySchema(endpoint);
  const fields = rows('Corpo', schema);
  return fields && fields + example('Exemplo do corpo', acceptedExample(endpoint.body, schema));
}

function answer(endpoint: Endpoint): string {
  if (endpoint.download) return '<p class="who">A resposta é o arquivo.</p>';
  const schema = answerSchema(endpoint.answer);
  return rows('Resposta', schema) + example('Exemplo da resposta', createExample(schema));
}

const example = (title: string, value: unknown): string =>
  `<details><summary>${title}</summary><pre><code>${escape(JSON.stringify(value, null, 2))}</code></pre></details>`;

const table = (caption: string, schema: z.ZodType | undefined): string =>
  schema ? rows(caption, inputSchema(schema)) : '';

function rows(caption: string, schema: Json): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  const cells = Object.entries(properties).map(
    ([
      name,
      field,
    ]) => `<tr><td><code>${escape(name)}</code></td><td>${escape([field.title, field.description].filter(Boolean).join(': '))}</td>
<td>${escape(kind(field))}</td><td>${required.includes(name) ? 'necessário' : 'opcional'}</td></tr>`,
  );
  return cells.length === 0 ? '' : `<table><caption>${caption}</caption>${cells.join('')}</table>`;
}

function kind(field: FieldSchema): string {
  const values =
    field.const === undefined
      ? (field.enum?.map(String).join(' | ') ??
        (field.type === undefined ? undefined : String(field.type)) ??
        field.anyOf?.map(kind).join(' ou ') ??
        '')
      : JSON.stringify(field.const);
  return field.default === undefined
    ? values
    : `${values} (padrão ${JSON.stringify(field.default)})`;
}

/** Renders the call's own errors. The errors of every call are listed once, under «Recusas». */
function failures(endpoint: Endpoint): string {
  const ownCodes = new Set(endpoint.errors);
  const cells = [...errorsByStatus(endpoint)].flatMap(([status, codes]) =>
    codes
      .filter((code) => ownCodes.has(code))
      .map(
        (code) =>
          `<tr><td>${status}</td><td><code>${code}</code></td><td>${escape(errors[code].text)}</td></tr>`,
      ),
  );
  return cells.length === 0 ? '' : `<table><caption>Recusas</caption>${cells.join('')}</table>`;
}
