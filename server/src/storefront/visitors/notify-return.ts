/** Stores a number that wants one message when the tests of a seller are available again. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { notifyStorefrontReturn as declaration } from '@ramal/contract/storefront/tests';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { findNumber, getTemplateName, isTemplateApproved } from '../../messaging/messaging.ts';
import { sendsByWhatsapp } from '../messages/queue-message.ts';
import { readFranchise } from './request-test.ts';
import { createVisitorGuard } from './visitor-limits.ts';

export function createNotifyReturn(ctx: AppContext) {
  const guard = createVisitorGuard(ctx);
  return async ({
    params,
    body,
    requestMeta,
  }: Call<typeof declaration>): Promise<HandlerResult<typeof declaration>> => {
    const { slug } = params;
    const phone = body.phone!;
    const solution = body.gRecaptchaResponse;
    const { accountId, page } = await guard({ slug, phone, requestMeta, solution });
    const { returnsTimestamp } = page.tests;
    const number = await findNumber(ctx.db, await readFranchise(ctx, accountId));
    const canWrite =
      number !== undefined &&
      number.fault === null &&
      (await sendsByWhatsapp(ctx.db, accountId)) &&
      (await isTemplateApproved(ctx.db, number.id, getTemplateName('tests-back')));
    if (!canWrite || returnsTimestamp === null) refuse('storefront_notice_impossible');
    const dueAt = new Date(returnsTimestamp * 1000);
    await ctx.db.tx((tx) =>
      tx.run(sql`
        insert into test_return_waiters (account_id, phone, created_at, due_at)
        values (${accountId}, ${phone}, ${ctx.clock.now()}, ${dueAt})
        on conflict (account_id, phone) do update set due_at = excluded.due_at`),
    );
    return { message: 'Avisamos neste número quando os testes voltarem.' };
  };
}
