/**
 * The proof of the first step: it stands for the human check while the person types the code, for five
 * minutes and for one account only (Q-TWOFASHAPE).
 */
import type { House } from '../foundation/house.ts';

const GOOD_FOR_MS = 5 * 60_000;
const SHAPE = /^2f\.(\d+)\.(\d+)\.([\w-]+)$/;

export function makeProof(house: House, accountId: number): string {
  const claim = `${accountId}.${house.clock.now().getTime() + GOOD_FOR_MS}`;
  return `2f.${claim}.${house.secrets.sign('second-step', claim)}`;
}

export function isProofOf(house: House, accountId: number, proof: string): boolean {
  const [, id, until, signature] = SHAPE.exec(proof) ?? [];
  if (!id || !until || !signature || Number(id) !== accountId) return false;
  return (
    Number(until) > house.clock.now().getTime() &&
    house.secrets.verify('second-step', `${id}.${until}`, signature)
  );
}
