/**
 * Seeds the work of the demo's admin: batches, imports from other panels, line servers, saved views
 * and notices.
 */
import { saveListView } from '@ramal/contract/list-views';
import type { NoticeKind } from '@ramal/contract/rules/notices';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import { sealAccess } from '../line-servers/line-servers.ts';
import { notify } from '../notices/notices.ts';
import { settingsRoutes } from '../settings/settings.ts';
import { hoursBefore } from './moments.ts';
import { performCall } from './perform-call.ts';

export async function seedWork(ctx: AppContext, admin: Caller): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await insertBatches(ctx, tx, admin);
    await insertLineServers(ctx, tx, admin);
    await insertPanelImports(ctx, tx, admin);
    await insertNotices(ctx, tx, admin);
    await insertDeliveries(ctx, tx, admin);
  });
  await performCall(settingsRoutes(ctx), saveListView, admin, {
    body: {
      list: 'resellers',
      name: 'Por créditos',
      settings: { address: { sort: 'credits', dir: 'asc' } },
    },
  });
}

interface DemoBatch {
  readonly kind: string;
  readonly title: string;
  readonly hoursAgo: number;
  readonly state: 'done' | 'stopped';
  /**
   * Outcome of each row, one letter per row: «d» for done, «r» for rejected, «w» for a waiting row.
   */
  readonly rows: string;
}

const batches: readonly DemoBatch[] = [
  {
    kind: 'block-tests',
    title: 'Bloquear testes IPTV',
    hoursAgo: 90,
    state: 'done',
    rows: 'dddd',
  },
  {
    kind: 'unblock-tests',
    title: 'Desbloquear testes IPTV',
    hoursAgo: 60,
    state: 'done',
    rows: 'ddrd',
  },
  {
    kind: 'delete-tests',
    title: 'Deletar testes IPTV',
    hoursAgo: 9,
    state: 'stopped',
    rows: 'ddww',
  },
];

async function insertBatches(ctx: AppContext, tx: Tx, { actor, requestMeta }: Caller) {
  for (const { kind, title, hoursAgo, state, rows } of batches) {
    const at = hoursBefore(ctx, hoursAgo);
    const [done, refused] = ['d', 'r'].map((outcome) => rows.split(outcome).length - 1);
    const task = await tx.first<{ id: number }>(sql`
      insert into tasks (kind, account_id, state, done, total, created_at, finished_at)
      values ('run-batch', ${actor.id}, ${state}, ${done! + refused!}, ${rows.length}, ${at}, ${at}) returning id`);
    const batch = await tx.first<{ id: number }>(sql`
      insert into batches (account_id, kind, title, asked, origin, total, done, refused, created_at, task_id)
      values (${actor.id}, ${kind}, ${title}, '{}'::jsonb, ${JSON.stringify(requestMeta)}::jsonb, ${rows.length},
        ${done}, ${refused}, ${at}, ${task!.id}) returning id`);
    for (const [index, outcome] of rows.split('').entries())
      await tx.run(sql`
        insert into batch_rows (batch_id, number, label, outcome, message)
        values (${batch!.id}, ${index + 1}, ${`Teste ${index + 1}`},
          ${{ d: 'done', r: 'refused' }[outcome] ?? null},
          ${outcome === 'r' ? 'Esta linha não é mais um teste.' : ''})`);
  }
}

/**
 * Inserts line servers. No line uses them, so the panel connects to them only if an admin requests
 * it.
 */
async function insertLineServers(ctx: AppContext, tx: Tx, { actor }: Caller) {
  const servers = [
    {
      name: 'XUI Recife',
      host: 'xui.exemplo.com.br',
      finding: 'XUI.ONE 1.5.13',
      isProven: true,
    },
    { name: 'XUI reserva', host: 'reserva.exemplo.com.br', finding: '', isProven: false },
  ];
  for (const { name, host, finding, isProven } of servers)
    await tx.run(sql`
      insert into line_servers (name, kind, platform, sealed_access, host, proven_at, finding, created_by, created_at)
      values (${name}, 'xui', 'iptv', ${sealAccess(ctx, { url: `https://${host}/api`, key: 'demo' })}, ${host},
        ${isProven ? hoursBefore(ctx, 70) : null}, ${finding}, ${actor.id}, ${hoursBefore(ctx, 72)})`);
}

const insertPanelImports = (ctx: AppContext, tx: Tx, { actor }: Caller) =>
  tx.run(sql`
    insert into panel_imports (account_id, name, panel, state, admins, created_at)
    values (${actor.id}, 'painel-antigo.sql.gz', 'Painel antigo', 'forgotten', 2, ${hoursBefore(ctx, 500)}),
      (${actor.id}, 'teste.sql', 'Painel de teste', 'undone', 1, ${hoursBefore(ctx, 30)})`);

interface DemoNotice {
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly hoursAgo: number;
  readonly isRead: boolean;
}

const notices: readonly DemoNotice[] = [
  {
    kind: 'work',
    subject: 'demo-batch',
    title: 'Deletar testes IPTV',
    body: 'O lote parou: 2 de 4 linhas feitas.',
    path: '/batches',
    hoursAgo: 9,
    isRead: false,
  },
  {
    kind: 'work',
    subject: 'demo-backup',
    title: 'Backup',
    body: 'O backup da noite terminou.',
    path: '/view-backups',
    hoursAgo: 20,
    isRead: true,
  },
  {
    kind: 'message',
    subject: 'demo-message',
    title: 'Lembrete da equipe',
    body: 'Conferir os DNS que vencem este mês.',
    path: '/dns',
    hoursAgo: 45,
    isRead: true,
  },
];

async function insertNotices(ctx: AppContext, tx: Tx, { actor }: Caller) {
  for (const { hoursAgo, isRead, ...notice } of notices) {
    const at = hoursBefore(ctx, hoursAgo);
    await notify(tx, { ...notice, accounts: sql`select ${actor.id}::bigint`, at });
    if (isRead)
      await tx.run(sql`
        update notices set read_at = ${at} where account_id = ${actor.id} and subject = ${notice.subject}`);
  }
}

/** Inserts deliveries that have already ended, so that the worker sends none of them. */
const insertDeliveries = (ctx: AppContext, tx: Tx, { actor }: Caller) =>
  tx.run(sql`
    insert into deliveries (kind, queue, account_id, subject_id, state, attempts, reason, due_at, created_at, finished_at)
    select d.kind, d.kind, ${actor.id}, n.id, d.state, d.attempts, d.reason, n.created_at, n.created_at,
      ${hoursBefore(ctx, 1)}
    from (values ('demo-batch', 'bell-email', 'sent', 1, ''),
        ('demo-backup', 'bell-email', 'failed', 5, 'O servidor de e-mail não respondeu.'),
        ('demo-message', 'bell-telegram', 'skipped', 1, 'Lido antes no painel.'))
      as d (subject, kind, state, attempts, reason)
    join notices n on n.subject = d.subject and n.account_id = ${actor.id}`);
