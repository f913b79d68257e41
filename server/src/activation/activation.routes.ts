/**
 * Binds the activation calls. Apps request codes and read the state of their lines. Resellers
 * create a line from a code.
 */
import {
  requestActivationCode as askCall,
  checkActivationCode as checkCodeCall,
  checkP2pLine as checkLineCall,
  createLineFromCode as createCall,
} from '@ramal/contract/activation';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createRequestCode } from './request-code.ts';
import { createCheckCode } from './check-code.ts';
import { createCheckLine } from './check-line.ts';
import { createCreateLineFromCode } from './create-line-from-code.ts';

export const activationRoutes = (ctx: AppContext): Binding[] => [
  bind(askCall, createRequestCode(ctx)),
  bind(checkCodeCall, createCheckCode(ctx)),
  bind(checkLineCall, createCheckLine(ctx)),
  bind(createCall, createCreateLineFromCode(ctx)),
];
