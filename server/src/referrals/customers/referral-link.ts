/**
 * Serves the links of customers, `/i/{code}`. A link leads to the sales page of the seller, or
 * without a page to a WhatsApp conversation whose text names the code.
 */
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { requestAddress, toNetwork } from '../../foundation/http/request-meta.ts';
import { createRateLimiter, tryConsume } from '../../foundation/limits/rate-limiter.ts';

interface LinkedSeller {
  readonly whatsapp: string | null;
  /** Address of the sales page; null if the seller has none online. */
  readonly slug: string | null;
}

/** Page for links that lead nowhere: unknown, of a closed seller, or while referrals are off. */
const ELSEWHERE = '/portal';

export function serveReferralLinks(server: FastifyInstance, ctx: AppContext): void {
  const opened = createRateLimiter(ctx, 'referral-link');
  server.get<{ Params: { code: string } }>('/i/:code', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!(await tryConsume(opened, toNetwork(requestAddress(request)))))
      return reply.code(429).type('text/plain; charset=utf-8').send('Espere um minuto.');
    const code = request.params.code.slice(0, 40).toLowerCase();
    const seller = await ctx.db.first<LinkedSeller>(sql`
      select a.whatsapp, p.slug from referral_codes c
        join accounts a on a.id = c.account_id and a.deleted_at is null
          and a.blocked_at is null and a.blocked_by_admin_at is null
        join referral_settings s on s.account_id = c.account_id and s.is_on
        left join storefronts p on p.account_id = c.account_id and p.is_online
          and (p.channels ->> 'link')::boolean
      where c.code = ${code}`);
    return reply.redirect(seller ? addressOf(seller, code) : ELSEWHERE, 302);
  });
}

function addressOf({ whatsapp, slug }: LinkedSeller, code: string): string {
  if (slug) return `/loja/${slug}?o=${encodeURIComponent(code)}`;
  if (!whatsapp) return ELSEWHERE;
  const text = encodeURIComponent(`Olá. Vim pela indicação ${code}.`);
  return `https://wa.me/${whatsapp}?text=${text}`;
}
