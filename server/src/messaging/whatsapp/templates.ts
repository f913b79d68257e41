/** Submits the built-in templates to Meta and reads their approval status. */
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import type { Job } from '../../foundation/jobs.ts';
import { ProviderError } from '../../foundation/provider-error.ts';
import { callWhatsapp } from './cloud-api.ts';
import { builtInTemplates, toSubmission, TEMPLATE_LANGUAGE } from './built-in-templates.ts';
import { listNumbers, decryptWhatsappToken, type WhatsappNumber } from './number.ts';

interface StoredTemplate {
  readonly name: string;
  readonly status: string;
  readonly category: string;
  readonly reason: string;
}

export const readTemplates = (reader: Reader, numberId: number): Promise<StoredTemplate[]> =>
  reader.many(sql`
    select name, status, category, reason from whatsapp_templates where number_id = ${numberId} order by name`);

export async function isApproved(reader: Reader, numberId: number, name: string): Promise<boolean> {
  const row = await reader.first(sql`
    select from whatsapp_templates
    where number_id = ${numberId} and name = ${name} and status = 'APPROVED'`);
  return row !== undefined;
}

export const storeTemplate = (
  tx: Tx,
  numberId: number,
  { name, status, category, reason }: StoredTemplate,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into whatsapp_templates (number_id, name, status, category, reason, changed_at)
    values (${numberId}, ${name}, ${status}, ${category}, ${reason}, ${now})
    on conflict (number_id, name) do update set status = excluded.status,
      category = case when excluded.category = '' then whatsapp_templates.category else excluded.category end,
      reason = excluded.reason, changed_at = excluded.changed_at`);

const listed = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string().default(''),
      rejected_reason: z.string().default(''),
    }),
  ),
});

export const isBuiltInTemplate = (name: string, language: string): boolean =>
  language === TEMPLATE_LANGUAGE && builtInTemplates.some((template) => template.name === name);

/** Reads the status of the templates. Throws the errors of the Graph API. */
async function refreshTemplates(ctx: AppContext, number: WhatsappNumber): Promise<void> {
  const { data } = await callWhatsapp(
    ctx,
    decryptWhatsappToken(ctx, number),
    `${number.wabaId}/message_templates?fields=name,language,status,category,rejected_reason&limit=200`,
    { result: listed },
  );
  await ctx.db.tx(async (tx) => {
    for (const { name, language, status, category, rejected_reason: reason } of data)
      if (isBuiltInTemplate(name, language))
        await storeTemplate(
          tx,
          number.id,
          { name, status, category, reason: reason === 'NONE' ? '' : reason },
          ctx.clock.now(),
        );
  });
}

const submitted = z.object({
  status: z.string().default('PENDING'),
  category: z.string().default(''),
});

/**
 * Submits the templates that Meta does not have yet. A template that Meta rejected is not submitted
 * again. An admin must change it at Meta.
 */
export async function submitTemplates(ctx: AppContext, number: WhatsappNumber): Promise<void> {
  await refreshTemplates(ctx, number);
  const existing = new Set((await readTemplates(ctx.db, number.id)).map(({ name }) => name));
  for (const template of builtInTemplates) {
    if (existing.has(template.name)) continue;
    const { status, category } = await callWhatsapp(
      ctx,
      decryptWhatsappToken(ctx, number),
      `${number.wabaId}/message_templates`,
      { method: 'POST', body: toSubmission(template), result: submitted },
    );
    await ctx.db.tx((tx) =>
      storeTemplate(
        tx,
        number.id,
        { name: template.name, status, category, reason: '' },
        ctx.clock.now(),
      ),
    );
  }
}

/** Refreshes the templates once a day, because a notification of a change may be lost. */
export const refreshTemplatesJob: Job = {
  name: 'keep-whatsapp',
  schedule: '50 7 * * *',
  work: async (ctx) => {
    for (const number of await listNumbers(ctx.db)) {
      try {
        await refreshTemplates(ctx, number);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        ctx.log.warn({ reason: error.message }, 'the templates of a number could not be read');
      }
    }
  },
};
