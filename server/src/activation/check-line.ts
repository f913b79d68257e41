/**
 * Tells an app how the line behind a name and a password stands (Q-P2PPLAY). Who is not known is refused
 * like who types a wrong password, and a line that was deleted like one that never was.
 */
import type { checkP2pLine } from '@ramal/contract/activation';
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { Call } from '../foundation/http/bind.ts';
import { sameText } from '../foundation/digest.ts';
import type { House } from '../foundation/house.ts';
import { type HeldLine, linesByName } from './activation.sql.ts';
import { openGuesses } from './guesses.ts';
import { tellLine } from './tell-line.ts';

export function makeCheckLine(house: House) {
  const guesses = openGuesses(house);
  return async ({
    body,
    origin,
  }: Call<typeof checkP2pLine>): Promise<Given<typeof checkP2pLine>> => {
    const { name, pass } = body;
    const guess = {
      address: origin.address,
      host: origin.baseUrl.replace(/^https?:\/\//, ''),
      username: name,
      password: pass,
    };
    await guesses.check(guess);
    const line = matching(await linesByName(house.db, name), pass);
    if (line) {
      await guesses.right(guess);
      return tellLine(house, line);
    }
    await guesses.wrong(guess);
    return refuse('wrong_credentials');
  };
}

/** Compared with something even when there is no such line, so that all take the same time. */
function matching(lines: readonly HeldLine[], password: string): HeldLine | undefined {
  const compared = lines.length > 0 ? lines : [undefined];
  return compared.filter((line) => sameText(password, line?.password ?? '')).at(0);
}
