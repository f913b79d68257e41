/**
 * Acts on an account of the tree: block, delete, restore, and permission to have sub-resellers.
 * Source: D2 §2.2, §4, §7; T-21 to T-24, Q-RESACTIONS, Q-BLOCKEFFECT, Q-MASTER, Q-UNDO.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { blockReason, flag, freshCode, idParam } from '../api/fields.ts';
import { resellerChanged } from './resellers.ts';

export const setMaster = endpoint({
  name: 'set-master',
  method: 'PUT',
  path: '/api/reg-users/:id',
  action: 2,
  summary: 'Permite ou não que a conta tenha revendas abaixo dela.',
  access: { profiles: ['admin'] },
  params: idParam,
  body: z.object({ makeMaster: flag('Permissão de master') }),
  answer: resellerChanged,
  errors: ['reseller_not_found'],
});

/**
 * New state of the block. If absent, the call switches the current state, so that a second call
 * reverses the first one.
 */
const blocked = flag('Bloqueada').optional();

export const blockReseller = endpoint({
  name: 'block-reseller',
  method: 'PUT',
  path: '/api/reg-users/:id',
  action: 4,
  summary: 'Bloqueia ou desbloqueia uma revenda da própria rede, com o motivo.',
  /** Admins use another call to block accounts. */
  access: { profiles: sellers, master: true },
  params: idParam,
  body: z.object({ reason: blockReason, blocked }),
  answer: resellerChanged,
  errors: ['reseller_not_found', 'forbidden', 'blocked_by_admin'],
});

export const blockResellerAsAdmin = endpoint({
  name: 'block-reseller-as-admin',
  method: 'PUT',
  path: '/api/block-adm-reseller/:id',
  summary: 'Bloqueia ou desbloqueia como administração: só ela desfaz.',
  access: { profiles: ['admin'] },
  params: idParam,
  /** A fresh code is required if an admin with a second factor blocks or unblocks another admin. */
  body: z.object({ reason: blockReason, blocked, ...freshCode }),
  answer: resellerChanged,
  errors: [
    'reseller_not_found',
    'forbidden',
    'last_admin',
    'code_2fa_missing',
    'code_2fa_wrong',
    'too_many_attempts',
  ],
});

/** Blocks or unblocks the account and its whole network. */
export const blockNetwork = endpoint({
  name: 'block-network',
  method: 'PUT',
  path: '/api/block-network/:id',
  summary: 'Bloqueia ou desbloqueia uma revenda e toda a rede abaixo dela.',
  access: { profiles: ['admin'] },
  params: idParam,
  body: z.object({ reason: blockReason, blocked }),
  answer: resellerChanged.extend({
    /** Number of accounts whose block changed. */
    count: z.int(),
  }),
  errors: ['reseller_not_found', 'forbidden'],
});

/**
 * Scope of a deletion. The specification uses numbers: 3 is the account, 7 is the network below it,
 * and 8 is both (Q-RESACTIONS).
 */
const deletionScopes = ['reseller', 'network', 'tree'] as const;
export type DeletionScope = (typeof deletionScopes)[number];

/** Effects of a deletion, computed before it and returned after it. */
export const deletionImpact = z.object({
  resellers: z.int(),
  lines: z.int(),
  /** Number of official lines that have not expired, as the list of resellers counts them. */
  activeLines: z.int(),
  /** Number of tests that have not expired. */
  activeTests: z.int(),
  /**
   * Credits that return to the account above the deleted accounts. `owner` is the user name of this
   * account. It is null for an admin, and the credits then return to the issuance.
   */
  credits: z.number(),
  owner: z.string().nullable(),
  /**
   * Number of resellers that get the parent of the deleted account. They move only if the deletion
   * covers the account alone.
   */
  moving: z.int(),
});

export const previewDeletion = endpoint({
  name: 'preview-deletion',
  method: 'GET',
  path: '/api/reseller-deletion/:id',
  summary: 'O que seria excluído: revendas, linhas e créditos.',
  access: { profiles: ['admin'] },
  params: idParam,
  query: z.object({
    reach: z.enum(deletionScopes).default('reseller').meta({ title: 'Alcance' }),
  }),
  answer: deletionImpact,
  errors: ['reseller_not_found', 'forbidden'],
});

const deleting = <const N extends string, const A extends number>(
  name: N,
  action: A,
  summary: string,
) =>
  endpoint({
    name,
    method: 'PUT',
    path: '/api/reg-users/:id',
    action,
    summary,
    access: { profiles: ['admin'] },
    freshCode: true,
    keyed: true,
    params: idParam,
    body: z.object({ ...freshCode }),
    answer: z.object({ message: z.string(), id: z.int(), toll: deletionImpact }),
    errors: [
      'reseller_not_found',
      'forbidden',
      'last_admin',
      'code_2fa_missing',
      'code_2fa_wrong',
      'too_many_attempts',
      'key_reused',
    ],
  });

export const deleteReseller = deleting(
  'delete-reseller',
  3,
  'Exclui a revenda e as linhas dela; quem está abaixo sobe um lugar.',
);
export const deleteNetwork = deleting(
  'delete-network',
  7,
  'Exclui toda a rede abaixo da revenda, com as linhas; a revenda fica.',
);
export const deleteTree = deleting(
  'delete-tree',
  8,
  'Exclui a revenda e toda a rede abaixo dela, com as linhas.',
);

export const restoreReseller = endpoint({
  name: 'restore-reseller',
  method: 'POST',
  path: '/api/restore-reseller/:id',
  summary: 'Desfaz, em até 30 dias, a exclusão de que esta revenda fez parte.',
  access: { profiles: ['admin'] },
  keyed: true,
  params: idParam,
  answer: z.object({
    message: z.string(),
    resellers: z.int(),
    lines: z.int(),
    /**
     * Credits that the account above returns to the restored accounts. `missingCredits` is the
     * number that its wallet no longer had.
     */
    credits: z.number(),
    missingCredits: z.number(),
  }),
  errors: ['reseller_not_found', 'restore_expired', 'owner_deleted', 'key_reused'],
});
