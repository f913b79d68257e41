/** On and off; a trial stays a trial when it is switched on again. Source: T-01, Q-TOGGLETEST, Q-WIRE. */
import type { By } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { changeLine } from './change-line.ts';
import type { Line } from './line.ts';
import { type Wanted, lockLine } from './reach-line.ts';

/** Without `on` it toggles. */
export async function switchLine(
  house: House,
  by: By,
  wanted: Wanted,
  on?: boolean,
): Promise<Line> {
  return house.db.tx(async (tx) => {
    const line = await lockLine(tx, by.actor, wanted, house.clock.now());
    const isOn = on ?? !line.isOn;
    if (isOn === line.isOn) return line;
    return changeLine(tx, by, line, {
      kind: isOn ? 'line-switched-on' : 'line-switched-off',
      change: { isOn },
    });
  });
}
