/**
 * Double of Meta's Cloud API, with the same paths on the loopback address. The number of the
 * recipient selects the response. Webhooks are signed with a test secret. The accepted messages are
 * stored, so that a test can check what a recipient received.
 */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export const WHATSAPP_TOKEN = 'EAAG-token-of-a-system-user';
export const APP_SECRET = 'secret-of-the-app';

interface AcceptedMessage {
  readonly id: string;
  readonly to: string;
  readonly type: 'text' | 'template' | 'interactive';
  readonly text: string;
  /** Ids of the offered choices. */
  readonly choices: readonly string[];
  readonly ownId: string;
}

/**
 * Result of the next message to a recipient. A number is the error code of a rejection. `silence`
 * drops the message and sends no response. `accepted-in-silence` accepts the message but sends no
 * response. `broken` returns status 500.
 */
export type Script = number | 'silence' | 'accepted-in-silence' | 'broken';

export interface WhatsappDouble {
  readonly url: string;
  readonly accepted: AcceptedMessage[];
  /** Rules of Meta that the sender has broken. */
  readonly faults: string[];
  /** Status of the next submitted template. */
  nextTemplateStatus: string;
  readonly templates: Map<string, { status: string; category: string; rejected_reason: string }>;
  script(to: string, ...answers: Script[]): void;
  close(): Promise<void>;
}

interface Choice {
  readonly id: string;
  readonly title: string;
}

interface SentMessage {
  readonly to: string;
  readonly type: 'text' | 'template' | 'interactive';
  readonly text?: { readonly body: string };
  readonly interactive?: {
    readonly type: 'button' | 'list';
    readonly body: { readonly text: string };
    readonly action: {
      readonly buttons?: readonly { readonly reply: Choice }[];
      readonly sections?: readonly { readonly rows: readonly Choice[] }[];
    };
  };
  readonly template?: {
    readonly name: string;
    readonly components: readonly { readonly parameters: readonly { readonly text: string }[] }[];
  };
  readonly biz_opaque_callback_data?: string;
}

const HTTP_429 = new Set([130429, 131056]);

export async function startWhatsapp(
  phoneNumberId: string,
  wabaId: string,
): Promise<WhatsappDouble> {
  const scripts = new Map<string, Script[]>();
  let last = 0;

  /** Returns the choices of a message and stores what Meta would refuse in them. */
  function readChoices({ interactive }: SentMessage): readonly Choice[] {
    if (!interactive) return [];
    const { type, body, action } = interactive;
    const isList = type === 'list';
    const choices = isList
      ? (action.sections ?? []).flatMap(({ rows }) => rows)
      : (action.buttons ?? []).map(({ reply }) => reply);
    const [most, longest] = isList ? [10, 24] : [3, 20];
    if (choices.length === 0 || choices.length > most) double.faults.push('number of choices');
    if (body.text === '' || body.text.length > 1_024) double.faults.push('length of the body');
    for (const { id, title } of choices)
      if (title === '' || title.length > longest || id.length > 200)
        double.faults.push(`choice «${title}»`);
    if (new Set(choices.map(({ title }) => title)).size < choices.length)
      double.faults.push('two choices with the same title');
    return choices;
  }

  function accept(sent: SentMessage): AcceptedMessage {
    last += 1;
    const parameters = sent.template?.components[0]?.parameters.map(({ text }) => text) ?? [];
    for (const text of parameters)
      if (text === '' || /[\n\t]| {5}/.test(text)) double.faults.push(`parameter «${text}»`);
    if (sent.template && double.templates.get(sent.template.name)?.status !== 'APPROVED')
      double.faults.push(`template ${sent.template.name} is not approved`);
    const choices = readChoices(sent);
    const message = {
      id: `wamid.${last}`,
      to: sent.to,
      type: sent.type,
      text:
        sent.text?.body ??
        sent.interactive?.body.text ??
        [sent.template?.name, ...parameters].join(' | '),
      choices: choices.map(({ id }) => id),
      ownId: sent.biz_opaque_callback_data ?? '',
    };
    double.accepted.push(message);
    return message;
  }

  function sendMessage(sent: SentMessage, response: ServerResponse): void {
    const script = scripts.get(sent.to)?.shift();
    if (script === 'silence') return void response.destroy();
    if (script === 'broken') return answer(response, 500, { error: { code: 1, message: 'oops' } });
    if (typeof script === 'number')
      return answer(response, HTTP_429.has(script) ? 429 : 400, {
        error: { code: script, message: 'refused', error_data: { details: `because ${script}` } },
      });
    const { id } = accept(sent);
    if (script === 'accepted-in-silence') return void response.destroy();
    return answer(response, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: sent.to, wa_id: sent.to }],
      messages: [{ id, message_status: 'accepted' }],
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, 'http://double');
    const body = request.method === 'POST' ? ((await json(request)) as SentMessage) : undefined;
    if (request.headers.authorization !== `Bearer ${WHATSAPP_TOKEN}`)
      return answer(response, 401, { error: { code: 190, message: 'Invalid OAuth access token' } });
    if (pathname === `/${phoneNumberId}/messages`) return sendMessage(body!, response);
    if (pathname === `/${phoneNumberId}`)
      return answer(response, 200, {
        display_phone_number: '+55 11 5555-0142',
        verified_name: 'Aurora Play',
      });
    if (pathname === `/${wabaId}/message_templates`) {
      if (!body)
        return answer(response, 200, {
          data: [...double.templates].map(([name, fields]) => ({
            name,
            language: 'pt_BR',
            ...fields,
          })),
        });
      const { name } = body as unknown as { name: string };
      const made = {
        status: double.nextTemplateStatus,
        category: 'UTILITY',
        rejected_reason: 'NONE',
      };
      double.templates.set(name, made);
      return answer(response, 200, { id: name, ...made });
    }
    return answer(response, 404, { error: { code: 100, message: 'unknown path' } });
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: WhatsappDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: [],
    faults: [],
    nextTemplateStatus: 'APPROVED',
    templates: new Map(),
    script: (to, ...answers) => void scripts.set(to, [...(scripts.get(to) ?? []), ...answers]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns the signature of bytes, as Meta computes it. */
export const signNotification = (bytes: string, secret = APP_SECRET): string =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;

/**
 * Returns a notification about one number. It contains accents and an emoji, which would change if
 * the JSON were serialised a second time.
 */
export const notificationOf = (
  phoneNumberId: string,
  value: { messages?: readonly object[]; statuses?: readonly object[] },
): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: 'Promoção 🎬 / é',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { phone_number_id: phoneNumberId },
              ...value,
            },
          },
        ],
      },
    ],
  }).replaceAll('é', '\\u00e9');
