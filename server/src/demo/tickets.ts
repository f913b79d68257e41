/**
 * Seeds the support of the demo: tickets in every state, an incident, answer templates and a
 * message of the administration. All are past events, so the logs list them in the order of their
 * times.
 */
import { createTicketAnswer } from '@ramal/contract/tickets/ticket-answers';
import { sendMessageToResellers } from '@ramal/contract/tickets/administration-messages';
import {
  assignTicket,
  createTicket,
  finishTicket,
  sendTicketMessage,
} from '@ramal/contract/tickets/tickets';
import type { RequestOf } from '@ramal/contract/api/endpoint';
import sql from 'sql-template-tag';
import { openPortalTicket, ticketRoutes } from '../tickets/tickets.ts';
import type { PastEvent } from './past.ts';
import { performCall } from './perform-call.ts';

interface DemoTicket {
  readonly author: string;
  readonly hoursAgo: number;
  readonly ticket: RequestOf<typeof createTicket>['body'];
  /** Name of a channel in the catalogue. */
  readonly channel?: string;
  /**
   * Messages with an hour between them. The administration and the author write them alternately.
   */
  readonly messages: readonly string[];
  readonly isFinished?: true;
}

const noSound = (title: string, content: string) =>
  ({ title, content, category: 2, tech: 1, resolution: 'FHD' }) as const;

const tickets: readonly DemoTicket[] = [
  {
    author: 'especial',
    hoursAgo: 150,
    ticket: { title: 'Como dou acesso a um vendedor?', content: 'Não achei a tela.', category: 1 },
    messages: ['Em Revendas, escolha Criar revenda.', 'Achei, obrigado!'],
    isFinished: true,
  },
  {
    author: 'franquia',
    hoursAgo: 70,
    ticket: {
      title: 'Aplicativo fecha ao abrir filmes',
      content: 'Acontece na TV Box 4K de dois clientes.',
      category: 8,
      tech: 1,
    },
    messages: ['Qual a versão do aplicativo?', 'É a 3.7.'],
  },
  {
    author: 'loja-bairro',
    hoursAgo: 40,
    ticket: { title: 'Pedido de série', content: 'Delegacia do Porto, temporada 3.', category: 7 },
    messages: ['Entra no catálogo na sexta-feira.'],
  },
  {
    author: 'loja-norte',
    hoursAgo: 5,
    ticket: noSound('Arena 1 sem som', 'Três clientes reclamaram.'),
    channel: 'Arena 1',
    messages: [],
  },
  {
    author: 'loja-centro',
    hoursAgo: 4,
    ticket: noSound('Canal mudo', 'Arena 1 tem imagem, mas não tem som.'),
    channel: 'Arena 1',
    messages: [],
  },
];

const answers = [
  {
    title: 'Reiniciar o aparelho',
    body: 'Desligue a TV Box da tomada por um minuto e abra o aplicativo de novo.',
  },
  {
    title: 'Canal em manutenção',
    body: 'O canal está em manutenção e volta em breve. Obrigado pelo aviso!',
  },
];

export const buildSupportPast = (): PastEvent[] => [
  ...answers.map((body): PastEvent => ({
    hoursAgo: 160,
    seller: 'admin',
    run: (ctx, caller) => performCall(ticketRoutes(ctx), createTicketAnswer, caller, { body }),
  })),
  ...tickets.flatMap(eventsOf),
  administrationMessage,
  ...portalTickets,
];

function eventsOf(demo: DemoTicket): PastEvent[] {
  const { author, hoursAgo, messages, isFinished } = demo;
  let id = 0;
  const act = (hours: number, seller: string, run: PastEvent['run']): PastEvent => ({
    hoursAgo: hoursAgo - hours,
    seller,
    run,
  });
  return [
    act(0, author, async (ctx, caller) => {
      const channel = await ctx.db.first<{ id: number }>(
        sql`select id from streams where kind = 'live' and name = ${demo.channel ?? ''}`,
      );
      const channels = channel
        ? { channels: [demo.channel!], idChannels: [channel.id] }
        : undefined;
      const body = { ...demo.ticket, ...channels };
      id = (await performCall(ticketRoutes(ctx), createTicket, caller, { body })).id;
    }),
    ...(messages.length > 0
      ? [
          act(0.5, 'admin', (ctx, caller) =>
            performCall(ticketRoutes(ctx), assignTicket, caller, {
              params: { id },
              body: { accountId: caller.actor.id },
            }),
          ),
        ]
      : []),
    ...messages.map((bodyText, index) =>
      act(index + 1, index % 2 === 0 ? 'admin' : author, (ctx, caller) =>
        performCall(ticketRoutes(ctx), sendTicketMessage, caller, {
          params: { id },
          body: { bodyText },
        }),
      ),
    ),
    ...(isFinished
      ? [
          act(messages.length + 1, 'admin', (ctx, caller) =>
            performCall(ticketRoutes(ctx), finishTicket, caller, { params: { id } }),
          ),
        ]
      : []),
  ];
}

const administrationMessage: PastEvent = {
  hoursAgo: 50,
  seller: 'admin',
  run: (ctx, caller, people) =>
    performCall(ticketRoutes(ctx), sendMessageToResellers, caller, {
      body: {
        revenda: people.get('franquia')!.actor.id,
        texto:
          '<p>A tabela de preços muda no <b>dia 1º</b>. Os créditos já comprados continuam valendo.</p>',
      },
    }),
};

/**
 * Tickets of one seller's customers. The seller has answered the first ticket. The second ticket is
 * still open.
 */
const portalTickets: readonly PastEvent[] = [
  portalTicket(
    30,
    'Não consigo entrar',
    'Mudei de celular e esqueci a senha.',
    'Enviei a senha por WhatsApp.',
  ),
  portalTicket(3, 'Filme sem legenda', 'Kombi 76 abre sem legenda na sala.'),
];

function portalTicket(
  hoursAgo: number,
  title: string,
  content: string,
  bodyText?: string,
): PastEvent {
  return {
    hoursAgo,
    seller: 'loja-norte',
    run: async (ctx, caller) => {
      const line = await ctx.db.first<{ id: number }>(sql`
        select id from lines where owner_id = ${caller.actor.id} and platform = 'iptv' and not is_trial
          and deleted_at is null order by id limit 1`);
      const input = { title, content, category: 8, clientId: crypto.randomUUID() };
      const { id } = await openPortalTicket(ctx, line!.id, input, caller.requestMeta);
      if (bodyText === undefined) return;
      const body = { bodyText };
      await performCall(ticketRoutes(ctx), sendTicketMessage, caller, { params: { id }, body });
    },
  };
}
