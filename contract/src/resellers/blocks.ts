/**
 * Blocks that prevent an account from signing in, and their texts. Source: Q-BLOCKEFFECT,
 * Q-UNBLOCKER.
 */
import { z } from 'zod';

export const accountBlock = z.object({
  by: z.enum(['upline', 'administration', 'network']),
  /**
   * Account that set the block, or the account at the top of the blocked network. Null if the
   * caller has no permission to see the name.
   */
  username: z.string().nullable(),
});
export type AccountBlock = z.output<typeof accountBlock>;

/** Describes who set the block. The text follows «Bloqueada» or «continua bloqueada». */
export function describeBlock({ by, username }: AccountBlock): string {
  if (by === 'network')
    return username === null ? 'com a rede de uma conta acima' : `com a rede de ${username}`;
  if (by === 'administration')
    return username === null ? 'pela administração' : `por ${username}, da administração`;
  return username === null ? 'por quem vende para ela' : `por ${username}`;
}

export const describeBlocks = (blocks: readonly AccountBlock[]): string =>
  blocks.map(describeBlock).join(' e ');
