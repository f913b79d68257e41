/** Six steps of a new installation. Each step shows what the server measured. Source: S-WELCOME. */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { flag } from '../api/fields.ts';
import { failedLayers } from './balancers.ts';

const admins = { profiles: ['admin'] } as const;

export const welcomeSteps = ['address', 'tls', 'backup', 'mail', 'package', 'reseller'] as const;
export type WelcomeStep = (typeof welcomeSteps)[number];

export const viewWelcome = endpoint({
  name: 'view-welcome',
  method: 'GET',
  path: '/api/welcome',
  summary: 'Os seis passos de uma instalação nova, com o que o servidor mediu agora.',
  access: admins,
  answer: z.object({
    steps: z.array(
      z.object({ name: z.enum(welcomeSteps), state: z.enum(['done', 'skipped', 'open']) }),
    ),
    /** Public URL of the panel; null if RAMAL_PUBLIC_URL is not set. */
    publicUrl: z.string().nullable(),
    /** First layer that failed when the server requested its own address; null if it answered. */
    addressFailure: z.enum(failedLayers).nullable(),
    certificateEndsTimestamp: z.int().nullable(),
    backup: z.object({ hasKey: z.boolean(), isKeyProven: z.boolean(), hasRemote: z.boolean() }),
    /** Host of the mail relay; null if no relay is configured. */
    mailHost: z.string().nullable(),
    /**
     * File with the settings of a packaged installation. Null if the settings come from the
     * environment of the process.
     */
    settingsFile: z.string().nullable(),
    /** Text lines of the settings for each step; `{host}` is the public host. */
    settings: z.object({
      address: z.array(z.string()),
      tls: z.array(z.string()),
      backup: z.array(z.string()),
    }),
    startCommand: z.string(),
    /** Port that a proxy forwards to. */
    port: z.int(),
  }),
  errors: [],
});

export const getWelcomeState = endpoint({
  name: 'get-welcome-state',
  method: 'GET',
  path: '/api/welcome/state',
  summary: 'Se as boas-vindas abrem depois da entrada, e se ainda há passos.',
  access: admins,
  answer: z.object({
    /**
     * True if the panel opens this page after sign-in. It opens for the first admin while no
     * reseller exists, until the admin leaves the page.
     */
    opens: z.boolean(),
    isPending: z.boolean(),
  }),
  errors: [],
});

export const skipWelcomeStep = endpoint({
  name: 'skip-welcome-step',
  method: 'POST',
  path: '/api/welcome/skip',
  summary: 'Pula um passo das boas-vindas; dá para voltar a ele.',
  access: admins,
  body: z.object({ step: z.enum(welcomeSteps).meta({ title: 'Passo' }) }),
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const leaveWelcome = endpoint({
  name: 'leave-welcome',
  method: 'POST',
  path: '/api/welcome/leave',
  summary: 'Fecha as boas-vindas: não abrem mais depois da entrada.',
  access: admins,
  body: z.object({ isDone: flag('Terminou') }),
  answer: z.object({ message: z.string() }),
  errors: [],
});
