/**
 * Texts that an account sends to its customers, and the host in their links (Q-TEXTS). An account
 * can access only its own texts.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { text } from './api/fields.ts';
import {
  MAX_MESSAGE_LENGTH,
  messageKinds,
  placeholders,
  findUnknownPlaceholder,
} from './rules/message.ts';

/**
 * Returns the schema of a text with placeholders. If a placeholder is unknown, the error text
 * contains its name.
 */
export const messageText = (
  longest: number,
  allowedPlaceholders: Readonly<Record<string, string>>,
) =>
  text('Texto', longest).superRefine((value, ctx) => {
    const unknown = findUnknownPlaceholder(value, allowedPlaceholders);
    if (unknown !== undefined)
      ctx.addIssue({
        code: 'custom',
        message: `{${unknown}} não existe. Use um dos campos abaixo.`,
      });
  });

export const getMessageTexts = endpoint({
  name: 'get-message-texts',
  method: 'GET',
  path: '/api/message-texts',
  summary:
    'Os textos que a própria conta manda aos clientes, e o endereço que os links dela levam.',
  access: { profiles },
  answer: z.object({
    texts: z.array(
      z.object({
        kind: z.enum(messageKinds),
        /** Text of the account. Null if the account uses the default text. */
        own: z.string().nullable(),
        default: z.string(),
      }),
    ),
    /**
     * Host that the account selected for its links. If it is null, links have the host of the open
     * panel, or the operator's host.
     */
    linkHost: z.string().nullable(),
    /** Hosts that can be selected. */
    hosts: z.array(z.string()),
  }),
  errors: [],
});

export const saveMessageText = endpoint({
  name: 'save-message-text',
  method: 'PUT',
  path: '/api/message-texts',
  summary:
    'Guarda o próprio texto de um tipo; sem texto, volta ao padrão. Um campo {…} desconhecido é recusado pelo nome.',
  access: { profiles },
  body: z.object({
    kind: z.enum(messageKinds).meta({ title: 'Tipo' }),
    text: messageText(MAX_MESSAGE_LENGTH, placeholders).nullable(),
  }),
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const setLinkHost = endpoint({
  name: 'set-link-host',
  method: 'PUT',
  path: '/api/link-host',
  summary: 'Escolhe o endereço que os links da própria conta levam; sem host, o padrão.',
  access: { profiles },
  body: z.object({ host: text('Endereço', 253).nullable() }),
  answer: z.object({ message: z.string(), host: z.string().nullable() }),
  errors: [],
});
