/** Switches a line on or off. A test remains a test. Source: T-01, Q-TOGGLETEST, Q-WIRE. */
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { changeLine, type LineChange } from './change-line.ts';
import type { Line } from '../line.ts';
import { lockLine } from '../find-accessible-line.ts';

interface SwitchLineInput extends LineChange {
  /** Undefined reverses the current state. */
  readonly on?: boolean | undefined;
}

export async function switchLine(
  ctx: AppContext,
  caller: Caller,
  input: SwitchLineInput,
): Promise<Line> {
  return ctx.db.tx(async (tx) => {
    const line = await lockLine(tx, caller.actor, input, ctx.clock.now());
    const isOn = input.on ?? !line.isOn;
    if (isOn === line.isOn) return line;
    return changeLine(tx, caller, line, {
      kind: isOn ? 'line-switched-on' : 'line-switched-off',
      change: { isOn },
      undo: input.undo,
    });
  });
}
