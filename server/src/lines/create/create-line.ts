/**
 * Creates an official line, paid by its creator, or a free test of some hours. The transaction
 * takes two round trips, or three if the account has limits. The first round trip locks and reads
 * all rows that the creation depends on. The last round trip writes all changes and commits.
 * Source: V-08 to V-13, Q-CHARGE, Q-TESTFLAGS, Q-USERNAME, Q-IDEMPOTENT.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import type { Platform } from '@ramal/contract/rules/platforms';
import {
  DEFAULT_CREDITS,
  type Term,
  firstExpiry,
  findTerm,
  trialExpiry,
} from '@ramal/contract/rules/terms';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { chargeCte } from '../../credits/credits.ts';
import { insertEventCte } from '../../events/events.ts';
import type { Caller } from '../../foundation/caller.ts';
import { type Ctes, type Tx, combineCtes } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { storeAnswerCte, storedAnswer } from '../../foundation/idempotency.ts';
import { enforceLimits } from '../../limits/limits.ts';
import { newShortCode } from '../../player/player.ts';
import { priceCtes } from '../../line-payments/line-payments.ts';
import { newLineName, newLinePassword } from '../credentials.ts';
import { type NewLineFacts, lockForNewLine, toWallet } from './lock-for-new-line.ts';
import { retryOnNameConflict } from './retry-on-name-conflict.ts';
import {
  toColumnName,
  type DetailInput,
  detailNames,
  emptyDetails,
  type Line,
  type LineDetails,
  pickDetails,
  refuseTakenName,
  refuseDisabledTrials,
} from '../line.ts';
import { type ProductChoice, validateProduct, productEventData } from '../product.ts';

export interface CreateLineInput extends DetailInput {
  readonly platform: Platform;
  readonly username: string | undefined;
  readonly product: ProductChoice;
  /**
   * Price that the customer pays to the creator for each paid period. Only the creator can see it.
   */
  readonly priceCents?: number | undefined;
  /**
   * Place where the customer requested the line. If undefined, the account created the line itself.
   */
  readonly origin?: LineOrigin | undefined;
  /** Hundredths of credits for an official line, or hours for a test. */
  readonly pays: { readonly hundredths: number } | { readonly testHours: number };
  /** Locks, validates and consumes the source of the line, such as an app's code. */
  readonly source?: (tx: Tx, lineId: number) => Promise<LineSource>;
}

export interface LineSource {
  /** CTEs of the statement that inserts the line. */
  readonly ctes: Ctes;
  /** Note that is used if the request contains none. */
  readonly note: string;
  /** Additional data of the event. */
  readonly eventData: Record<string, unknown>;
}

export interface CreatedLine {
  readonly line: Line;
  readonly hundredths: number;
  /** The creator's balance after the charge, in hundredths; null for an admin. */
  readonly balance: number | null;
}

interface LineAnswer<Answer, Read> {
  readonly present: (created: CreatedLine, read: Read) => Answer;
  readonly reads?: Sql | undefined;
}

/**
 * Creates the line. `reads` contains columns that `present` needs; they are read together with the
 * facts of the line.
 */
export async function createLine<Answer, Read = unknown>(
  ctx: AppContext,
  caller: Caller,
  input: CreateLineInput,
  { present, reads }: LineAnswer<Answer, Read>,
): Promise<Answer> {
  if ('testHours' in input.pays) refuseDisabledTrials(caller.actor, input.platform);
  const { username, platform } = input;
  return retryOnNameConflict(
    () => {
      const named = { ...input, username: username ?? newLineName() };
      return ctx.db.tx((tx) => createIn(tx, ctx, { caller, input: named, present, reads }));
    },
    username ? () => refuseTakenName(platform) : undefined,
  );
}

type NamedLineInput = CreateLineInput & { readonly username: string };

interface NewLineRun<Answer, Read> {
  readonly caller: Caller;
  readonly input: NamedLineInput;
  readonly present: (created: CreatedLine, read: Read) => Answer;
  readonly reads: Sql | undefined;
}

async function createIn<Answer, Read>(
  tx: Tx,
  ctx: AppContext,
  { caller, input, present, reads }: NewLineRun<Answer, Read>,
): Promise<Answer> {
  const facts = await lockForNewLine<Read>(tx, caller, {
    platform: input.platform,
    choice: input.product,
    reads,
  });
  const replay = storedAnswer<Answer>(caller, facts);
  if (replay !== undefined) return replay;
  const source = await input.source?.(tx, facts.lineId);
  const line = buildLine(
    ctx,
    caller,
    { ...input, note: input.note || (source?.note ?? '') },
    facts,
  );
  const hundredths = 'hundredths' in input.pays ? input.pays.hundredths : 0;
  await enforceLimits(tx, ctx, { actor: caller.actor, facts, act: { line, hundredths } });
  const charge = chargeCte(caller, toWallet(facts), hundredths, {
    reason: 'line-created',
    lineId: line.id,
  });
  const answer = present({ line, hundredths, balance: charge.balance }, facts);
  await tx.finish(
    combineCtes({
      line: insertLineCte(line, input.origin),
      ...source?.ctes,
      ...charge.parts,
      ...(input.priceCents === undefined ? {} : priceCtes(caller, line.id, null, input.priceCents)),
      event: insertEventCte(caller.requestMeta, {
        kind: 'line-created',
        actorId: caller.actor.id,
        accountId: line.ownerId,
        lineId: line.id,
        platform: line.platform,
        after: {
          username: line.username,
          expiresAt: line.expiresAt,
          ...productEventData(ctx, line),
          ...source?.eventData,
          ...(line.isTrial ? { testHours: line.testHours } : { hundredths }),
        },
      }),
      answer: storeAnswerCte(caller, answer),
    }),
    'prepared',
  );
  return answer;
}

function buildLine(
  ctx: AppContext,
  caller: Caller,
  input: NamedLineInput,
  facts: NewLineFacts,
): Line {
  const now = ctx.clock.now();
  const { pays } = input;
  const isTrial = 'testHours' in pays;
  return newLine(caller, facts.lineId, {
    platform: input.platform.key,
    username: input.username,
    password: newLinePassword(),
    isTrial,
    expiresAt: isTrial
      ? trialExpiry(now, pays.testHours)
      : firstExpiry(now, termFor(pays.hundredths).days, ctx.clock.timeZone),
    createdAt: now,
    ...pickDetails(input),
    ...validateProduct(ctx, input.product, facts, isTrial),
    priceCents: input.priceCents ?? null,
    serverUrl: facts.serverUrl,
    testHours: isTrial ? pays.testHours : null,
  });
}

type OptionalCreation = keyof LineDetails | 'priceCents' | 'serverUrl';

type StartedCreation =
  | 'recurringDueOn'
  | 'isRecurringRefused'
  | 'isOn'
  | 'trustedAt'
  | 'rolledBackFrom'
  | 'blockedForAbuseAt'
  | 'abuseReasons'
  | 'shortCode'
  | 'deletedAt'
  | 'chargedAt'
  | 'informedAt'
  | 'isPaid'
  | 'watching'
  | 'lastWatchedAt'
  | 'contestedUntil';

/** Builds a new line, owned by the actor, without writing it. */
export function newLine(
  { actor }: { readonly actor: Pick<Caller['actor'], 'id' | 'username'> },
  id: number,
  created: Omit<Line, 'id' | 'ownerId' | 'owner' | OptionalCreation | StartedCreation> &
    Partial<Pick<Line, OptionalCreation>>,
): Line {
  return {
    ...emptyDetails,
    priceCents: null,
    serverUrl: null,
    ...created,
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
    chargedAt: null,
    informedAt: null,
    isPaid: false,
    recurringDueOn: null,
    isRecurringRefused: false,
    watching: null,
    lastWatchedAt: null,
    contestedUntil: null,
  };
}

const termFor = (hundredths: number): Term => findTerm(hundredths) ?? refuse('invalid_fields');

export const defaultHundredths = DEFAULT_CREDITS * 100;

const detailColumns = raw(detailNames.map(toColumnName).join(', '));

/** CTE: inserts the line. The origin of a line never changes. */
export const insertLineCte = (line: Line, origin: LineOrigin = 'own'): Sql => sql`
  insert into lines (id, platform, owner_id, username, password, is_trial, expires_at, created_at,
    ${detailColumns}, package_id, bouquet_ids, product_id, test_hours, short_code, origin)
  values (${line.id}, ${line.platform}, ${line.ownerId}, ${line.username}, ${line.password}, ${line.isTrial},
    ${line.expiresAt}, ${line.createdAt}, ${join(detailNames.map((name) => line[name]))}, ${line.packageId},
    ${line.bouquetIds}::bigint[], ${line.productId}, ${line.testHours}, ${line.shortCode}, ${origin})`;
