/** Complete requests and expected outcomes of every call, for tests that run over all calls. */
import { abuse } from './abuse.ts';
import { apiKeys } from './api-keys.ts';
import { backups } from './backups.ts';
import { balancers } from './balancers.ts';
import { hostnames } from './hostnames.ts';
import { batches } from './batches.ts';
import { blocklist } from './blocklist.ts';
import { bulkLines } from './lines/bulk-lines.ts';
import { activation } from './activation.ts';
import { brands } from './brands.ts';
import { catalogue } from './catalogue.ts';
import { boxes } from './boxes.ts';
import { chatbot } from './chatbot.ts';
import { salesChats } from './sales-chats.ts';
import { devices } from './devices.ts';
import { exports } from './exports.ts';
import { credits } from './resellers/credits.ts';
import { home } from './home.ts';
import { lineServers } from './line-servers.ts';
import { panelImports } from './panel-imports.ts';
import { links } from './links.ts';
import { limits } from './resellers/limits.ts';
import { lineImport } from './lines/line-import.ts';
import { lineLists } from './lines/line-lists.ts';
import { listViews } from './list-views.ts';
import { lineMigrations } from './lines/line-migrations.ts';
import { messaging } from './messaging.ts';
import { notices } from './notices.ts';
import { numbers } from './numbers.ts';
import { messageTexts } from './message-texts.ts';
import { logs } from './logs.ts';
import { migrators } from './lines/migrators.ts';
import { payments } from './payments.ts';
import { p2pLines } from './lines/p2p-lines.ts';
import { referrals } from './referrals.ts';
import { reminders } from './reminders.ts';
import { reports } from './reports.ts';
import { passkeys } from './passkeys.ts';
import { resellerActs } from './resellers/reseller-acts.ts';
import { resellerTree } from './resellers/reseller-tree.ts';
import { secondFactors } from './second-factors.ts';
import { selling } from './lines/selling.ts';
import { storefront } from './storefront.ts';
import { sigma } from './sigma.ts';
import { tasks } from './tasks.ts';
import { tickets } from './tickets.ts';
import { undo } from './undo.ts';
import { watching } from './watching.ts';
import { coupons } from './coupons.ts';
import { webhooks } from './webhooks.ts';
import { winBack } from './win-back.ts';
import type { TestContext } from '../context.ts';
import { type Person, person } from '../accounts.ts';
import type { People, Row } from './rows.ts';

export const accessTable: Record<string, Row> = {
  ...selling,
  ...listViews,
  ...messageTexts,
  ...messaging,
  ...notices,
  ...numbers,
  ...resellerActs,
  ...apiKeys,
  ...backups,
  ...balancers,
  ...hostnames,
  ...batches,
  ...blocklist,
  ...bulkLines,
  ...p2pLines,
  ...lineLists,
  ...lineImport,
  ...lineMigrations,
  ...migrators,
  ...activation,
  ...catalogue,
  ...watching,
  ...abuse,
  ...credits,
  ...resellerTree,
  ...home,
  ...lineServers,
  ...panelImports,
  ...links,
  ...passkeys,
  ...secondFactors,
  ...logs,
  ...referrals,
  ...reminders,
  ...reports,
  ...brands,
  ...boxes,
  ...chatbot,
  ...salesChats,
  ...storefront,
  ...devices,
  ...sigma,
  ...tasks,
  ...tickets,
  ...undo,
  ...exports,
  ...limits,
  ...payments,
  ...coupons,
  ...webhooks,
  ...winBack,
};

/** Creates the accounts of the table (see rows.ts). */
export async function makePeople(ctx: TestContext): Promise<People> {
  const admin = await person(ctx, { profile: 'admin' });
  const below = (parent: Person, more = {}) => person(ctx, { parent, balance: 1_000_000, ...more });
  const franchise = await below(admin, { profile: 'franchise' });
  const parent = await below(franchise);
  const owner = await below(parent, {
    grants: ['lines.new-p2p', 'lines.migrate-new-p2p', 'api.keys', 'extras', 'games', 'dns.fixed'],
  });
  const [child, sibling] = [await below(owner), await below(parent)];
  const [stranger, blocked, deleted] = [await below(admin), await below(admin), await below(admin)];
  await ctx.owner.query('update accounts set blocked_at = now() where id = $1', [blocked.id]);
  await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [deleted.id]);
  return { admin, franchise, parent, owner, child, sibling, stranger, blocked, deleted };
}
