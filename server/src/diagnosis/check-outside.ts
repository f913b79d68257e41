/**
 * Checks the parts that need the network: the public address, its certificate and the mail relay.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../foundation/app-context.ts';
import { checkRelay } from '../messaging/messaging.ts';
import { type ProbeAnswer, probeHttp } from '../reachability/reachability.ts';
import { type Finding, failed, passed, warned } from './finding.ts';

type Result = Omit<Finding, 'subject'>;

const failures: Record<NonNullable<ProbeAnswer['failed']>, string> = {
  name: 'o nome não existe no DNS: crie o registro A para esta máquina',
  connect: 'ninguém responde: abra a porta no firewall e inicie o proxy',
  tls: 'o certificado não é aceito: renove-o no proxy',
  http: 'quem responde não é este Ramal: confira o proxy',
};

/**
 * Requests the public address in the same way as a visitor. Undefined if no address is configured.
 */
export const probePublicAddress = (ctx: AppContext): Promise<ProbeAnswer | undefined> =>
  ctx.config.publicUrl
    ? probeHttp(ctx, { url: `${ctx.config.publicUrl}/healthz` })
    : Promise.resolve(undefined);

export function checkAddress(publicUrl: string | undefined, answer?: ProbeAnswer): Result {
  if (!publicUrl || !answer)
    return warned('não configurado: ponha RAMAL_PUBLIC_URL, os links levam a localhost');
  return answer.failed === null
    ? passed(`${publicUrl} responde em ${answer.ms} ms`)
    : failed(`${publicUrl}: ${failures[answer.failed]}`);
}

const RENEWAL_DAYS = 14;

export function checkCertificate(
  publicUrl: string | undefined,
  answer: ProbeAnswer | undefined,
  now: Date,
): Result {
  if (!publicUrl?.startsWith('https:'))
    return warned('sem TLS: senhas passam abertas e o navegador desliga funções');
  const endsAt = answer?.certificateEndsAt;
  if (!endsAt) return warned('o certificado não pôde ser lido');
  const days = Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS);
  const detail = `certificado até ${endsAt.toLocaleDateString('pt-BR')}`;
  if (days < 0) return failed(`${detail}: terminou, renove-o no proxy`);
  return days < RENEWAL_DAYS ? warned(`${detail}: renove-o em ${days} dias`) : passed(detail);
}

/** Checks the mail relay by signing in. Sends no message. */
export async function checkMail(ctx: AppContext): Promise<Result> {
  const relay = await checkRelay(ctx);
  if (!relay) return warned('não configurado: senhas esquecidas e lembretes não saem por e-mail');
  return relay.failure === null
    ? passed(`${relay.host} aceita o usuário e a senha`)
    : failed(`${relay.host}: ${relay.failure}`);
}
