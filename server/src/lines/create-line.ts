/**
 * Creates a line: official, paid by whoever creates it, or a free test of some hours. One transaction
 * in four round trips: begin, take everything it depends on, write everything it changes, commit.
 * Source: V-08 to V-13, Q-CHARGE, Q-TESTFLAGS, Q-USERNAME, Q-IDEMPOTENT.
 */
import { refuse } from '@ramal/contract/errors';
import type { Platform } from '@ramal/contract/platforms';
import {
  DEFAULT_CREDITS,
  type Term,
  firstExpiry,
  termOf,
  trialExpiry,
} from '@ramal/contract/terms';
import sql, { type Sql } from 'sql-template-tag';
import type { PackageFacts } from '../catalogue/packages.ts';
import { type Wallet, charging, locking } from '../credits/credits.ts';
import { recording } from '../events/events.ts';
import type { By } from '../foundation/actor.ts';
import { type Parts, type Tx, together } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import { type Claim, answering, claiming, replayed } from '../foundation/idempotency.ts';
import { type UnderLimits, heldColumn, keepWithin } from '../limits/limits.ts';
import { newShortCode } from '../player/addresses.ts';
import { newLineName, newLinePassword } from './credentials.ts';
import { underFreeName } from './free-name.ts';
import { type Line, refuseTakenName, refuseTestsThatAreOff } from './line.ts';
import { type PlanChoice, judgePlan, planFacts, toldPlan } from './plan.ts';

export interface NewLine {
  readonly platform: Platform;
  readonly username: string | undefined;
  readonly whatsapp: string | null;
  readonly note: string;
  readonly plan: PlanChoice;
  /** Hundredths of credits for an official line, hours for a test. */
  readonly pays: { readonly hundredths: number } | { readonly testHours: number };
  /** Locks and judges what the line is made from, which it uses up: an app's code. */
  readonly from?: (tx: Tx, lineId: number) => Promise<Source>;
}

export interface Source {
  /** Written in one statement with the line. */
  readonly parts: Parts;
  /** Stands where no note was written. */
  readonly note: string;
  /** For the event. */
  readonly told: Record<string, unknown>;
}

export interface Created {
  readonly line: Line;
  readonly hundredths: number;
  /** The creator's balance afterwards, in hundredths. */
  readonly balance: number | null;
}

export async function createLine<Answer>(
  house: House,
  by: By,
  wanted: NewLine,
  present: (created: Created) => Answer,
): Promise<Answer> {
  if ('testHours' in wanted.pays) refuseTestsThatAreOff(by.actor, wanted.platform);
  const { username, platform } = wanted;
  return underFreeName(
    () => {
      const named = { ...wanted, username: username ?? newLineName() };
      return house.db.tx((tx) => createIn(tx, house, by, named, present));
    },
    username ? () => refuseTakenName(platform) : undefined,
  );
}

type Named = NewLine & { readonly username: string };

async function createIn<Answer>(
  tx: Tx,
  house: House,
  by: By,
  wanted: Named,
  present: (created: Created) => Answer,
): Promise<Answer> {
  const taken = await takeForLine(tx, by, wanted.plan);
  const replay = replayed<Answer>(taken);
  if (replay !== undefined) return replay;
  const source = await wanted.from?.(tx, taken.lineId);
  const line = drawUp(house, by, { ...wanted, note: wanted.note || (source?.note ?? '') }, taken);
  const hundredths = 'hundredths' in wanted.pays ? wanted.pays.hundredths : 0;
  await keepWithin(tx, house, by.actor, taken, { line, hundredths });
  const charge = charging(by, walletOf(taken), hundredths, {
    reason: 'line-created',
    lineId: line.id,
  });
  const answer = present({ line, hundredths, balance: charge.balance });
  await tx.run(
    together({
      line: inserting(line),
      ...source?.parts,
      ...charge.parts,
      event: recording(by.origin, {
        kind: 'line-created',
        actorId: by.actor.id,
        accountId: line.ownerId,
        lineId: line.id,
        platform: line.platform,
        after: {
          username: line.username,
          expiresAt: line.expiresAt,
          ...toldPlan(house, line),
          ...source?.told,
          ...(line.isTrial ? { testHours: line.testHours } : { hundredths }),
        },
      }),
      answer: answering(by, answer),
    }),
    `create-line-${Object.keys(source?.parts ?? {}).join('')}-${Boolean(by.key)}-${hundredths > 0}`,
  );
  return answer;
}

export interface Taken extends Claim, PackageFacts, UnderLimits {
  readonly lineId: number;
  readonly walletId: number | null;
  readonly balance: number;
}

/** Key, wallet (locked), plan, limits and the id of the line to be, in one statement. */
export async function takeForLine(tx: Tx, by: By, choice: PlanChoice): Promise<Taken> {
  const query: Sql = sql`
    with claim as (${claiming(by)}), wallet as (${locking(by.actor.id)}), plan as (${planFacts(choice)})
    select claim.*, wallet.id as "walletId", wallet.balance, plan.*, nextval('lines_id_seq') as "lineId",
      ${heldColumn(by.actor)}
    from claim left join wallet on true left join plan on true`;
  const name = `take-for-line-${Boolean(by.key)}-${Object.keys(choice).join('')}`;
  return (await tx.first<Taken>(query, name))!;
}

export const walletOf = ({ walletId, balance }: Taken): Wallet | undefined =>
  walletId === null ? undefined : { id: walletId, balance };

function drawUp(house: House, by: By, wanted: Named, taken: Taken): Line {
  const now = house.clock.now();
  const { pays } = wanted;
  const isTrial = 'testHours' in pays;
  return beginning(by, taken.lineId, {
    platform: wanted.platform.key,
    username: wanted.username,
    password: newLinePassword(),
    isTrial,
    expiresAt: isTrial
      ? trialExpiry(now, pays.testHours)
      : firstExpiry(now, termFor(pays.hundredths).days),
    createdAt: now,
    note: wanted.note,
    whatsapp: wanted.whatsapp,
    ...judgePlan(house, wanted.plan, taken, isTrial),
    testHours: isTrial ? pays.testHours : null,
  });
}

type Begun =
  | 'isOn'
  | 'trustedAt'
  | 'rolledBackFrom'
  | 'blockedForAbuseAt'
  | 'abuseReasons'
  | 'shortCode'
  | 'deletedAt'
  | 'watching'
  | 'lastWatchedAt';

/** A line to which nothing has happened yet: whoever acts owns it. */
export function beginning(
  { actor }: By,
  id: number,
  made: Omit<Line, 'id' | 'ownerId' | 'owner' | Begun>,
): Line {
  return {
    ...made,
    id,
    ownerId: actor.id,
    owner: actor.username,
    isOn: true,
    trustedAt: null,
    rolledBackFrom: null,
    blockedForAbuseAt: null,
    abuseReasons: '',
    shortCode: newShortCode(),
    deletedAt: null,
    watching: null,
    lastWatchedAt: null,
  };
}

const termFor = (hundredths: number): Term => termOf(hundredths) ?? refuse('invalid_fields');

export const defaultHundredths = DEFAULT_CREDITS * 100;

export const inserting = (line: Line): Sql => sql`
  insert into lines (id, platform, owner_id, username, password, is_trial, expires_at, created_at, note,
    whatsapp, package_id, bouquet_ids, product_id, test_hours, short_code)
  values (${line.id}, ${line.platform}, ${line.ownerId}, ${line.username}, ${line.password}, ${line.isTrial},
    ${line.expiresAt}, ${line.createdAt}, ${line.note}, ${line.whatsapp}, ${line.packageId},
    ${line.bouquetIds}::bigint[], ${line.productId}, ${line.testHours}, ${line.shortCode})`;
