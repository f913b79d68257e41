import { getReports, listExpiries as listDeclaration } from '@ramal/contract/reports';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { toReadingContext } from '../foundation/queries/reading-context.ts';
import { listExpiries } from './list-expiries.ts';
import { readReports } from './read-reports.ts';

export const reportRoutes = (ctx: AppContext): Binding[] => [
  bind(getReports, async ({ actor }) => readReports(await toReadingContext(ctx), actor)),
  bind(listDeclaration, async (call) => listExpiries(await toReadingContext(ctx), call)),
];
