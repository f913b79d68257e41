/** Apps ask for codes and for how their lines stand; a reseller makes a line from a code. */
import {
  askActivationCode as askCall,
  checkActivationCode as checkCodeCall,
  checkP2pLine as checkLineCall,
  createLineFromCode as createCall,
} from '@ramal/contract/activation';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { makeAskCode } from './ask-code.ts';
import { makeCheckCode } from './check-code.ts';
import { makeCheckLine } from './check-line.ts';
import { makeCreateLineFromCode } from './create-line-from-code.ts';

export const activationRoutes = (house: House): Binding[] => [
  bind(askCall, makeAskCode(house)),
  bind(checkCodeCall, makeCheckCode(house)),
  bind(checkLineCall, makeCheckLine(house)),
  bind(createCall, makeCreateLineFromCode(house)),
];
