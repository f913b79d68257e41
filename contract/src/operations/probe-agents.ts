/**
 * External agents that also probe balancers and hostnames. Each agent has a key and signs its
 * reports. Agents with recent reports vote with this server on outages. Their reports also show
 * which hostnames their network alters.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, idParam, text } from '../api/fields.ts';
import { failedLayers } from './balancers.ts';

const admins = { profiles: ['admin'] } as const;

export const MAX_PROBE_AGENTS = 20;
/** Maximum number of targets in a report. */
export const MAX_TARGETS = 1_000;
/** Seconds between two reports of an agent. */
export const REPORT_PERIOD_SECONDS = 30;

/**
 * A `silent` agent has sent no report recently. A `doubtful` agent reports that every target fails,
 * so its reports do not count.
 */
const agentStates = ['new', 'voting', 'silent', 'doubtful'] as const;

const probeAgent = z.object({
  id: z.int(),
  name: z.string(),
  /** First characters of the agent's key. */
  prefix: z.string(),
  state: z.enum(agentStates),
  reportedAtTimestamp: z.int().nullable(),
  reportedIp: z.string().nullable(),
  /** Number of targets in the last report. `failing` is the number of failed targets. */
  targets: z.int(),
  failing: z.int(),
});
export type ProbeAgent = z.output<typeof probeAgent>;

export const listProbeAgents = endpoint({
  name: 'list-probe-places',
  method: 'GET',
  path: '/api/probe-places',
  summary: 'De onde mais se verifica o que responde, e quem vota agora.',
  access: admins,
  answer: z.object({
    data: z.array(probeAgent),
    /**
     * State of this server's own probe. It is `doubtful` while the network of the server fails, or
     * while all targets fail.
     */
    own: z.enum(['new', 'voting', 'doubtful']),
  }),
  errors: [],
});

export const createProbeAgent = endpoint({
  name: 'create-probe-place',
  method: 'POST',
  path: '/api/probe-places',
  summary: 'Cadastra um ponto de verificação. A chave é mostrada só agora.',
  access: admins,
  body: z.object({ name: text('Nome', 60), ...freshCode }),
  freshCode: true,
  answer: probeAgent.extend({
    message: z.string(),
    key: z.string(),
    /** Command that starts the agent on the other machine. */
    command: z.string(),
  }),
  errors: ['probe_place_taken', 'probe_places_too_many'],
});

export const revokeProbeAgent = endpoint({
  name: 'revoke-probe-place',
  method: 'DELETE',
  path: '/api/probe-places/:id',
  summary: 'Revoga a chave de um ponto de verificação, que deixa de votar.',
  access: admins,
  params: idParam,
  answer: z.object({ id: z.int(), message: z.string() }),
  errors: ['probe_place_not_found'],
});

/** Content of a report, which is sent as JSON text. */
export const probeReport = z.object({
  /**
   * Time by the agent's clock in Unix seconds. A report is refused if this time differs from the
   * server's by more than two minutes.
   */
  time: z.int(),
  /** Number that increases with every report of the agent. */
  sequence: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  results: z
    .array(
      z.object({
        kind: z.string().max(20),
        id: z.int().positive(),
        /** First failed layer; null if the target answers. */
        failed: z.enum(failedLayers).nullable(),
        ms: z.int().min(0).max(60_000).nullable(),
        /** Addresses from the agent's resolver; null if the resolver did not answer. */
        addresses: z
          .array(z.union([z.ipv4(), z.ipv6()]))
          .max(16)
          .nullable(),
      }),
    )
    .max(MAX_TARGETS),
});
export type ProbeReport = z.output<typeof probeReport>;

export const sendProbeReport = endpoint({
  name: 'send-probe-report',
  method: 'POST',
  path: '/api/probe-reports',
  summary: 'Um ponto de verificação diz o que viu, assinado com a sua chave, e recebe o que olhar.',
  access: 'public',
  body: z.object({
    place: z
      .string()
      .regex(/^[0-9A-Za-z]{10}$/)
      .meta({ title: 'Ponto de verificação', example: 'a1B2c3D4e5' }),
    /** JSON text, exactly as it was signed. */
    report: z.string().min(2).max(220_000).meta({ title: 'Relato' }),
    /** HMAC-SHA256 of the report with the key's secret, in hexadecimal. */
    signature: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ title: 'Assinatura', example: '9f2c4e6a'.repeat(8) }),
  }),
  answer: z.object({
    targets: z.array(
      z.object({
        kind: z.string(),
        id: z.int(),
        /** URL to request; null if only the name is resolved. */
        url: z.string().nullable(),
        /** Name that the agent resolves; null for an address. */
        host: z.string().nullable(),
      }),
    ),
    periodSeconds: z.int(),
  }),
  errors: ['probe_report_refused', 'probe_report_late', 'too_many_attempts'],
});
