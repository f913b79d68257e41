/** Derives the test with which a line began. */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { findOrigin, type LineFacts } from './line-facts.ts';

export interface Trial {
  readonly lineId: number;
  readonly accountId: number;
  readonly platform: PlatformKey;
  readonly origin: LineOrigin;
  readonly hours: number;
  /** Device that requested the test; empty if it is unknown. */
  readonly device: string;
  readonly giverId: number | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly convertedAt: Date | null;
}

const MAX_DEVICE_LENGTH = 60;

/** Derives the test; undefined for a line that did not begin as a test. */
export function deriveTrial(facts: LineFacts): Trial | undefined {
  const created = facts.events.find(
    ({ kind, testHours }) => kind === 'line-created' && testHours !== null,
  );
  const hours = created?.testHours ?? facts.testHours;
  if (hours === null || (!created && !facts.isTrial)) return undefined;
  const startedAt = created?.at ?? facts.createdAt;
  const convertedAt = facts.events.find(({ kind }) => kind === 'line-promoted')?.at ?? null;
  const due = new Date(startedAt.getTime() + hours * HOUR_MS);
  return {
    lineId: facts.id,
    accountId: facts.ownerId,
    platform: facts.platform,
    origin: findOrigin(facts),
    hours,
    device: (created?.device ?? '').slice(0, MAX_DEVICE_LENGTH),
    giverId: created?.actorId ?? null,
    startedAt,
    endedAt: convertedAt && convertedAt < due ? convertedAt : due,
    convertedAt,
  };
}
