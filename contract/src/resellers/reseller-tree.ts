/**
 * The tree of accounts: a level, a path, totals, and a search. Source: D2 §2.2, §7; D3 §2 Duplicate
 * panel; S-RESLIST-28 to 43, S-DUP, Q-SERVERPERM.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { id, idParam, searchText, text, whole } from '../api/fields.ts';
import { exportStarted } from '../exports.ts';
import { resellerRow, resellersQuery } from './resellers.ts';

/** Account on a path. The path begins at the top of the tree that the caller sees. */
const treeStep = z.object({
  id: z.int(),
  username: z.string(),
  ownerId: z.int().nullable(),
});

/**
 * Returns one level of the tree: an account and its direct children. The rows are those of the list
 * of resellers.
 */
export const getTreeLevel = endpoint({
  name: 'get-tree-level',
  method: 'GET',
  path: '/api/tree-level',
  summary: 'Um nível da árvore: quem está logo abaixo, os de maior rede primeiro.',
  access: { profiles },
  query: z.object({
    /**
     * Parent of the level. Default: the caller, and for an admin all accounts directly below
     * admins.
     */
    under: id('Revenda').optional(),
    page: whole('Página', 1, 1_000_000).default(1),
  }),
  answer: z.object({
    /** Account above the level; null at the top of an admin's tree. */
    account: resellerRow.nullable(),
    /**
     * Path down to the account, both ends included. For a seller it begins with the caller. For an
     * admin it begins directly below the admins.
     */
    path: z.array(treeStep),
    children: z.array(resellerRow),
    total: z.int(),
    page: z.int(),
    perPage: z.int(),
    asOf: z.string().nullable(),
  }),
  errors: ['reseller_not_found'],
});

/** Finds accounts by name, WhatsApp or ID in the caller's tree, each with its path. */
export const searchResellers = endpoint({
  name: 'search-resellers',
  method: 'GET',
  path: '/api/tree-search',
  summary: 'Procura na própria rede inteira, com o caminho até cada revenda.',
  access: { profiles },
  query: z.object({ search: text('Busca', 100, 2) }),
  answer: z.object({
    found: z.array(
      z.object({
        id: z.int(),
        username: z.string(),
        email: z.string().nullable(),
        path: z.array(treeStep),
      }),
    ),
    /** True if there are more matches than returned. */
    more: z.boolean(),
  }),
  errors: [],
});

/** Finds the owner of a line, or the account with this name (D2 §7). */
export const findUser = endpoint({
  name: 'find-user',
  method: 'POST',
  path: '/api/find-user',
  summary: 'A quem pertence um usuário: uma linha de cliente ou uma revenda.',
  access: { profiles: ['admin'] },
  body: z.object({ username: text('Usuário', 60) }),
  answer: z.object({
    found: z.array(
      z.object({
        id: z.int(),
        username: z.string(),
        kind: z.enum(['line', 'reseller']),
        /** Platform of the line: IPTV, P2P, Novo P2P. Null if the name is an account. */
        platform: z.string().nullable(),
        ownerId: z.int().nullable(),
        owner: z.string().nullable(),
        path: z.array(treeStep),
      }),
    ),
  }),
  errors: [],
});

export const getTotalTree = endpoint({
  name: 'get-total-tree',
  method: 'GET',
  path: '/api/get-total-tree/:id',
  summary: 'Clientes da árvore: revendas e linhas de uma revenda e de todos abaixo dela.',
  access: { profiles: ['admin'] },
  params: idParam,
  answer: z.object({
    id: z.int(),
    username: z.string(),
    totalResellers: z.int(),
    /**
     * Number of official lines that have not expired. Tests and expired lines have separate counts.
     */
    totalUsersIptv: z.int(),
    totalUsersP2p: z.int(),
    expiredIptv: z.int(),
    expiredP2p: z.int(),
    testsIptv: z.int(),
    testsP2p: z.int(),
    /** Credits in the wallets of the account and its descendants. */
    credits: z.number(),
    asOf: z.string(),
  }),
  errors: ['reseller_not_found'],
});

export const getRastreio = endpoint({
  name: 'get-rastreio',
  method: 'GET',
  path: '/api/get-rastreio/:id',
  summary: 'O caminho de uma revenda até o topo.',
  access: { profiles: ['admin'] },
  params: idParam,
  answer: z.object({ path: z.array(treeStep) }),
  errors: ['reseller_not_found'],
});

export const exportResellers = endpoint({
  name: 'export-resellers',
  method: 'POST',
  path: '/api/export-reseller',
  summary: 'Gera a planilha Revendas.xlsx com os filtros da lista.',
  access: { profiles },
  body: resellersQuery().omit({ page: true, perPage: true }),
  answer: exportStarted,
  errors: ['tasks_too_many', 'reseller_not_found', 'forbidden', 'nothing_to_export'],
});

export const duplicateSorts = ['last_at', 'ip', 'panels', 'count', 'total'] as const;

export const viewDuplicates = endpoint({
  name: 'view-duplicates',
  method: 'GET',
  path: '/api/view-duplicates',
  summary: 'Endereços IP de onde mais de um painel entrou hoje.',
  access: { profiles: ['admin'] },
  query: z.object({
    page: whole('Página', 1, 1_000_000).default(1),
    perPage: whole('Itens por página', 1, 100).default(10),
    search: searchText(),
    sort: z.enum(duplicateSorts).default('last_at').meta({ title: 'Ordem' }),
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
  }),
  answer: z.object({
    data: z.array(
      z.object({
        ip: z.string(),
        /** User names, separated by commas. */
        revendedores: z.string(),
        ids: z.array(z.int()),
        /** Number of sign-ins today. */
        total: z.int(),
        lastAt: z.string(),
      }),
    ),
    total: z.int(),
    totalExact: z.boolean(),
    currentPage: z.int(),
    perPage: z.int(),
    lastPage: z.int(),
  }),
  errors: [],
});

const MAX_SEARCHED = 100;

/**
 * Ids or user names separated by commas, in the format of the list of duplicates (Q-SEARCHTREE).
 */
const writtenResellers = text('Revendas', 6_000)
  .transform((written) =>
    written
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : part)),
  )
  .pipe(
    z
      .array(z.union([z.int().min(1), z.string()]))
      .min(1)
      .max(MAX_SEARCHED),
  );

export const searchTree = endpoint({
  name: 'search-tree',
  method: 'POST',
  path: '/api/search-tree',
  summary: 'A cadeia de donos de cada uma destas revendas, e onde elas se encontram.',
  access: { profiles: ['admin'] },
  body: z.object({
    revs: z
      .union([z.array(whole('Revenda', 1)).min(1).max(MAX_SEARCHED), writtenResellers])
      .meta({ title: 'Revendas' }),
  }),
  answer: z.object({
    trees: z.array(z.object({ id: z.int(), username: z.string(), path: z.array(treeStep) })),
    /** Nearest common ancestor, which may be one of the accounts. Null if they have none. */
    common: treeStep.nullable(),
  }),
  errors: ['reseller_not_found'],
});
