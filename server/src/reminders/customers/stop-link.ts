/**
 * Unsubscribe link in reminder e-mails. GET only asks for a confirmation, because mail clients open
 * links automatically. POST stops the reminders (RFC 8058). POST with «/voltar» at the end resumes
 * them.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type CustomerLine, resumeReminders, stopReminders } from './choices.ts';

const SIGNATURE_PURPOSE = 'reminder-stop';
const PATH = '/parar';
const STYLESHEET_PATH = `${PATH}/pagina.css`;
/** Path suffix for resuming. Mail clients send POST to the link itself to stop. */
const RESUME_PATH = 'voltar';

export const stopUrl = async (
  ctx: AppContext,
  { lineId, baseUrl }: { readonly lineId: number; readonly baseUrl: string },
): Promise<string> =>
  `${await publicBaseUrl(ctx, baseUrl)}${PATH}/${lineId}.${ctx.secrets.sign(SIGNATURE_PURPOSE, String(lineId))}`;

/**
 * Registers the routes in a separate Fastify scope, because they accept forms and return HTML instead
 * of JSON.
 */
export async function serveStopLinks(server: FastifyInstance, ctx: AppContext): Promise<void> {
  await server.register(async (links) => {
    // The signed URL identifies the line, so the request body is ignored.
    links.removeAllContentTypeParsers();
    links.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, _text, done) => done(null, undefined),
    );
    links.get(STYLESHEET_PATH, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('text/css; charset=utf-8')
        .send(STYLESHEET),
    );
    links.get<KeyRoute>(`${PATH}/:key`, async ({ params: { key } }, reply) => {
      const customer = await findCustomer(ctx, key);
      return sendPage(
        reply,
        customer,
        customer?.isStopped ? toStoppedHtml(key) : toQuestionHtml(key),
      );
    });
    // A reload after «Voltar a receber» redirects to the page with the current state.
    links.get<KeyRoute>(`${PATH}/:key/${RESUME_PATH}`, ({ params: { key } }, reply) =>
      reply.redirect(`${PATH}/${encodeURIComponent(key)}`, 303),
    );
    links.post<KeyRoute>(`${PATH}/:key`, async ({ params: { key } }, reply) => {
      const customer = await findCustomer(ctx, key);
      if (customer)
        await ctx.db.tx((tx) => stopReminders(tx, [customer], 'email', ctx.clock.now()));
      return sendPage(reply, customer, toStoppedHtml(key));
    });
    links.post<KeyRoute>(`${PATH}/:key/${RESUME_PATH}`, async ({ params: { key } }, reply) => {
      const customer = await findCustomer(ctx, key);
      if (customer) await ctx.db.tx((tx) => resumeReminders(tx, [customer], 'email'));
      return sendPage(reply, customer, RESUMED_HTML);
    });
  });
}

interface KeyRoute {
  readonly Params: { readonly key: string };
}

const sendPage = (
  reply: FastifyReply,
  customer: StoppableLine | undefined,
  html: string,
): FastifyReply =>
  reply
    .code(customer ? 200 : 404)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(renderPage(customer ? html : NOT_FOUND_HTML));

async function findCustomer(
  { db, secrets }: AppContext,
  key: string,
): Promise<StoppableLine | undefined> {
  const [, id, signature] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(key) ?? [];
  if (
    id === undefined ||
    signature === undefined ||
    !secrets.verify(SIGNATURE_PURPOSE, id, signature)
  )
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
 * Renders the question with its form. The key needs no escaping: its signature was verified, so it
 * contains only digits, a dot and base64url characters.
 */
const toQuestionHtml = (key: string): string => `<h1>Parar os lembretes?</h1>
<p>Você não recebe mais avisos de vencimento desta assinatura, por nenhum canal.</p>
<form method="post" action="${PATH}/${key}"><button>Sim, parar</button></form>`;
const toStoppedHtml = (key: string): string => `<h1>Pronto</h1>
<p>Você não recebe mais lembretes desta assinatura. Parou sem querer?</p>
<form method="post" action="${PATH}/${key}/${RESUME_PATH}"><button class="back">Voltar a receber</button></form>`;
const RESUMED_HTML = `<h1>Lembretes de volta</h1>
<p>Você volta a receber os lembretes desta assinatura.</p>`;
const NOT_FOUND_HTML = `<h1>Link não encontrado</h1>
<p>Confira se o endereço está completo, como no e-mail.</p>`;

const STYLESHEET = `body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 28rem; margin: 0 auto; padding: 15vh 1.25rem 2rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; }
button { width: 100%; min-height: 3rem; margin-top: 1rem; border: 0; border-radius: 0.625rem;
  background: #c8293a; color: #fff; font: inherit; font-weight: 600; }
.back { border: 1px solid; background: none; color: inherit; }
`;

/** Page without the panel's styles. It follows the colour scheme of the device. */
const renderPage = (body: string): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${STYLESHEET_PATH}"><title>Lembretes</title></head><body><main>${body}</main></body></html>`;
