/**
 * The link in an e-mail by which a customer stops its reminders. Opening it only shows a question,
 * because mail clients open links automatically. A POST to the link stops them (RFC 8058), and a
 * POST to the link with «voltar» resumes them.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type CustomerLine, resumeReminders, stopReminders } from './choices.ts';

const USE = 'reminder-stop';
const PATH = '/parar';
const SHEET_PATH = `${PATH}/pagina.css`;
/** A separate path, because a mail client's POST to the link itself always means stop. */
const BACK = 'voltar';

export const stopUrl = async (
  ctx: AppContext,
  { lineId, baseUrl }: { readonly lineId: number; readonly baseUrl: string },
): Promise<string> =>
  `${await publicBaseUrl(ctx, baseUrl)}${PATH}/${lineId}.${ctx.secrets.sign(USE, String(lineId))}`;

/**
 * Registered in a separate Fastify scope, because mail clients send a form and customers see a
 * page.
 */
export async function serveStopLinks(server: FastifyInstance, ctx: AppContext): Promise<void> {
  await server.register(async (links) => {
    // The signed URL contains all data, so the body of a mail client's request is not read.
    links.removeAllContentTypeParsers();
    links.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, _text, done) => done(null, undefined),
    );
    links.get(SHEET_PATH, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('text/css; charset=utf-8')
        .send(SHEET),
    );
    links.get<KeyRoute>(`${PATH}/:key`, async ({ params: { key } }, reply) => {
      const customer = await findCustomer(ctx, key);
      return answer(reply, customer, customer?.isStopped ? stoppedWords(key) : questionWords(key));
    });
    // A reload of the page after the button shows the current state.
    links.get<KeyRoute>(`${PATH}/:key/${BACK}`, ({ params: { key } }, reply) =>
      reply.redirect(`${PATH}/${encodeURIComponent(key)}`, 303),
    );
    links.post<KeyRoute>(`${PATH}/:key`, async ({ params: { key } }, reply) => {
      const customer = await findCustomer(ctx, key);
      if (customer)
        await ctx.db.tx((tx) => stopReminders(tx, [customer], 'email', ctx.clock.now()));
      return answer(reply, customer, stoppedWords(key));
    });
    links.post<KeyRoute>(`${PATH}/:key/${BACK}`, async ({ params: { key } }, reply) => {
      const customer = await findCustomer(ctx, key);
      if (customer) await ctx.db.tx((tx) => resumeReminders(tx, [customer], 'email'));
      return answer(reply, customer, RESUMED);
    });
  });
}

interface KeyRoute {
  readonly Params: { readonly key: string };
}

const answer = (
  reply: FastifyReply,
  customer: StoppableLine | undefined,
  words: string,
): FastifyReply =>
  reply
    .code(customer ? 200 : 404)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page(customer ? words : UNKNOWN));

async function findCustomer(
  { db, secrets }: AppContext,
  key: string,
): Promise<StoppableLine | undefined> {
  const [, id, signature] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(key) ?? [];
  if (id === undefined || signature === undefined || !secrets.verify(USE, id, signature))
    return undefined;
  return db.first(sql`
    select id as line_id, owner_id as account_id, w.stopped_at is not null as is_stopped
    from lines l left join line_reminder_choices w on w.line_id = l.id
    where id = ${Number(id)} and deleted_at is null`);
}

interface StoppableLine extends CustomerLine {
  readonly isStopped: boolean;
}

/**
 * The key was verified, so it contains only digits, dots and letters of base64url, and needs no
 * escaping.
 */
const questionWords = (key: string): string => `<h1>Parar os lembretes?</h1>
<p>Você não recebe mais avisos de vencimento desta assinatura, por nenhum canal.</p>
<form method="post" action="${PATH}/${key}"><button>Sim, parar</button></form>`;
const stoppedWords = (key: string): string => `<h1>Pronto</h1>
<p>Você não recebe mais lembretes desta assinatura. Parou sem querer?</p>
<form method="post" action="${PATH}/${key}/${BACK}"><button class="back">Voltar a receber</button></form>`;
const RESUMED = `<h1>Lembretes de volta</h1>
<p>Você volta a receber os lembretes desta assinatura.</p>`;
const UNKNOWN = `<h1>Link não encontrado</h1>
<p>Confira se o endereço está completo, como no e-mail.</p>`;

const SHEET = `body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 28rem; margin: 0 auto; padding: 15vh 1.25rem 2rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; }
button { width: 100%; min-height: 3rem; margin-top: 1rem; border: 0; border-radius: 0.625rem;
  background: #c8293a; color: #fff; font: inherit; font-weight: 600; }
.back { border: 1px solid; background: none; color: inherit; }
`;

/**
 * A plain page in the colour scheme of the device, because the reader of the e-mail has no account
 * here.
 */
const page = (body: string): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${SHEET_PATH}"><title>Lembretes</title></head><body><main>${body}</main></body></html>`;
