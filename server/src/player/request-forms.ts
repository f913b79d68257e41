/**
 * Parses the fields that apps post: an urlencoded form, a multipart form, JSON, or a form without
 * its content type. The number and length of fields are limited.
 */
import type { BusboyHeaders } from '@fastify/busboy';
import { refuse } from '@ramal/contract/api/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { plainField } from '../foundation/http/player-urls.ts';

const MULTIPART = /^multipart\/form-data\b/i;
const LIMITS = { fields: 50, fieldNameSize: 100, fieldSize: 4_096, parts: 60 };

type Form = Readonly<Record<string, unknown>>;

export function readForms(server: FastifyInstance): void {
  server.removeContentTypeParser('*');
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseText(String(text)));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });
  server.addContentTypeParser(
    MULTIPART,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      parseMultipart(body, request.headers as BusboyHeaders),
  );
}

/**
 * Parses a text body as a form or as JSON, because some apps send a form with the content type of
 * JSON or without one.
 */
function parseText(text: string): Form | undefined {
  if (text.trim() === '') return undefined;
  if (/^\s*[[{"]/.test(text)) return JSON.parse(text) as Form;
  return toForm(new URLSearchParams(text.replace(/&(?:amp;)+/gi, '&')));
}

const toForm = (fields: Iterable<readonly [string, string]>): Form =>
  Object.fromEntries([...fields].map(([name, value]) => plainField(name, value)));

/** Loads the parser only when the first multipart form arrives. */
async function parseMultipart(body: Buffer, headers: BusboyHeaders): Promise<Form> {
  const { Busboy } = await import('@fastify/busboy');
  const fields: [string, string][] = [];
  try {
    const parser = new Busboy({ headers, limits: LIMITS, isPartAFile: () => false });
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name, value) => fields.push([name, String(value)]));
      parser.on('finish', resolve);
      parser.on('error', reject);
      parser.end(body);
    });
  } catch {
    refuse('body_unreadable');
  }
  return toForm(fields);
}
