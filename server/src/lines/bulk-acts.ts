/**
 * What a batch does with each of its lines: the very use cases a single line is acted on by. What may
 * change while it runs is asked again for every row: grants and functions here, the rest by them.
 */
import { type BulkAct, type startBulkLines, bulkActs } from '@ramal/contract/bulk-lines';
import { refuse } from '@ramal/contract/errors';
import { type Platform, type PlatformKey, platforms } from '@ramal/contract/platforms';
import { termOf } from '@ramal/contract/terms';
import { messages } from '@ramal/contract/validation';
import type { BatchKind, RowDone } from '../batches/batches.ts';
import type { Actor, By } from '../foundation/actor.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { deleteLine } from './delete-line.ts';
import { editLine } from './edit-line.ts';
import { endOfDayLine } from './end-of-day-line.ts';
import { extendLine } from './extend-line.ts';
import { migrateLine } from './migrate-line.ts';
import { type Plan, type PlanChoice, planName } from './plan.ts';
import type { Wanted } from './reach-line.ts';
import { switchLine } from './switch-line.ts';

/** An act with what it asks; kept with the batch. */
export type Doing =
  | { readonly act: 'extend'; readonly hundredths: number }
  | { readonly act: 'switch-on' | 'switch-off' | 'end-of-day' | 'delete' }
  | { readonly act: 'plan'; readonly plan: PlanChoice }
  | { readonly act: 'migrate'; readonly to: PlatformKey; readonly plan: PlanChoice };

export type BulkAsked = Doing & { readonly platform: PlatformKey };

type Body = Omit<Call<typeof startBulkLines>['body'], 'total' | 'accept_partial'>;

/** What the act needs and nothing else of what was sent. */
export function readDoing(body: Body): Doing {
  const { act } = body;
  if (act === 'extend') return { act, hundredths: body.credits ?? missing('credits', 'Créditos') };
  if (act === 'plan') return { act, plan: readPlan(body, platforms[body.platform]) };
  if (act !== 'migrate') return { act };
  const to = body.to ?? missing('to', 'Plataforma de destino');
  if (!migratesTo(body.platform, to)) return wrong('to', 'Plataforma de destino');
  return { act, to, plan: readPlan(body, platforms[to]) };
}

/** IPTV to and from the P2P services, as the single calls have it (T-12, T-13). */
const migratesTo = (from: PlatformKey, to: PlatformKey): boolean =>
  platforms[from].sells !== platforms[to].sells;

function readPlan(body: Body, { sells }: Platform): PlanChoice {
  if (sells === 'packages') return { packageId: body.package ?? missing('package', 'Pacote') };
  return { productId: body.product_id ?? missing('product_id', 'Pacote') };
}

const missing = (field: string, label: string): never =>
  refuse('invalid_fields', { fields: { [field]: messages.required(label) } });
const wrong = (field: string, label: string): never =>
  refuse('invalid_fields', { fields: { [field]: messages.malformed(label) } });

/** What a migration there asks of whoever moves lines, as the single calls' access has it (R-10, Q-FLAGOFF). */
export function refuseClosedTarget({ profile, flags, grants }: Actor, to: PlatformKey): void {
  const { flag, migrationGrant } = platforms[to];
  if (migrationGrant && !grants.has(migrationGrant)) refuse('forbidden');
  if (profile !== 'admin' && !flags.has(flag))
    refuse('platform_off', { values: { platform: platforms[to].label } });
}

/** «Estender 30 dias · IPTV» */
export function titleOf(house: House, { platform, ...doing }: BulkAsked, plan?: Plan): string {
  return `${wordsOf(house, doing, plan)} · ${platforms[platform].label}`;
}

const plainWords = {
  'switch-on': 'Ligar',
  'switch-off': 'Desligar',
  'end-of-day': 'Vencimento p/23:59',
  delete: 'Deletar',
} as const;

function wordsOf(house: House, doing: Doing, plan: Plan | undefined): string {
  if (doing.act === 'extend') return `Estender ${termOf(doing.hundredths)?.days ?? 0} dias`;
  if (doing.act === 'plan') return `Mudar para o pacote ${planName(house, plan!)}`;
  if (doing.act === 'migrate') return `Migrar para ${platforms[doing.to].label}`;
  return plainWords[doing.act];
}

export const kindOf = (act: BulkAct): string => `${act}-lines`;

/** One for each act, so that a batch says what it does. */
export const bulkLineKinds: readonly BatchKind<BulkAsked, null>[] = bulkActs.map((act) => ({
  kind: kindOf(act),
  act: (house, by, asked, { lineId }) =>
    actOnLine(house, by, { id: lineId!, platform: asked.platform }, asked),
}));

async function actOnLine(
  house: House,
  by: By,
  wanted: Required<Wanted>,
  asked: BulkAsked,
): Promise<RowDone> {
  const date = (at: Date) => formatDateTime(at, house.clock.timeZone);
  switch (asked.act) {
    case 'extend':
      return extendLine(house, by, wanted, asked.hundredths, ({ line, hundredths, balance }) => ({
        message: `vence em ${date(line.expiresAt)}`,
        // What an admin extends is issued: it leaves no wallet.
        hundredths: balance === null ? 0 : hundredths,
      }));
    case 'switch-on':
    case 'switch-off': {
      const { isOn } = await switchLine(house, by, wanted, asked.act === 'switch-on');
      return { message: isOn ? 'ligada' : 'desligada' };
    }
    case 'end-of-day':
      return { message: `vence em ${date((await endOfDayLine(house, by, wanted)).expiresAt)}` };
    case 'plan': {
      const line = await editLine(house, by, wanted, { plan: asked.plan });
      return { message: `pacote ${planName(house, line)}` };
    }
    case 'delete':
      return {
        message: `deletada, venceria em ${date((await deleteLine(house, by, wanted)).expiresAt)}`,
      };
    case 'migrate': {
      refuseClosedTarget(by.actor, asked.to);
      const to = platforms[asked.to];
      const line = await migrateLine(house, by, wanted, { to, plan: asked.plan });
      return { message: `agora em ${to.label} como ${line.username}, até ${date(line.expiresAt)}` };
    }
  }
}
