/** Binds the calls on probe agents. */
import {
  createProbePlace,
  listProbePlaces,
  revokeProbePlace,
  sendProbeReport,
} from '@ramal/contract/operations/probe-places';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Binding, bind } from '../../foundation/http/bind.ts';
import type { TargetSource } from '../probe-round.ts';
import { createPlace, listPlaces, revokePlace } from './edit-places.ts';
import { createReportReceiver } from './receive-report.ts';

export const placeRoutes = (ctx: AppContext, sources: readonly TargetSource[]): Binding[] => [
  bind(listProbePlaces, () => listPlaces(ctx)),
  bind(createProbePlace, (call) => createPlace(ctx, call)),
  bind(revokeProbePlace, (call) => revokePlace(ctx, call)),
  bind(sendProbeReport, createReportReceiver(ctx, sources)),
];
