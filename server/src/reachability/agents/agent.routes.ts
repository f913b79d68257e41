/** Binds the calls on probe agents. */
import {
  createProbeAgent,
  listProbeAgents,
  revokeProbeAgent,
  sendProbeReport,
} from '@ramal/contract/operations/probe-agents';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Binding, bind } from '../../foundation/http/bind.ts';
import type { TargetSource } from '../probe-round.ts';
import { createAgent, listAgents, revokeAgent } from './edit-agents.ts';
import { createReportReceiver } from './receive-report.ts';

export const agentRoutes = (ctx: AppContext, sources: readonly TargetSource[]): Binding[] => [
  bind(listProbeAgents, () => listAgents(ctx)),
  bind(createProbeAgent, (call) => createAgent(ctx, call)),
  bind(revokeProbeAgent, (call) => revokeAgent(ctx, call)),
  bind(sendProbeReport, createReportReceiver(ctx, sources)),
];
