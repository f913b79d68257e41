/** Message of an unblock, which states whether the account can sign in now (Q-UNBLOCKER). */
import { type AccountBlock, describeBlocks } from '@ramal/contract/resellers/blocks';

interface UnblockedAccount {
  readonly username: string;
  readonly blocks: readonly AccountBlock[];
}

export function unblockMessage(success: string, { username, blocks }: UnblockedAccount): string {
  if (blocks.length === 0) return success;
  const next = blocks.some(({ by }) => by === 'network') ? ' Use «Desbloquear Rede».' : '';
  return `Bloqueio retirado, mas ${username} ainda não entra: continua bloqueada ${describeBlocks(blocks)}.${next}`;
}
