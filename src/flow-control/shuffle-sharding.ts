/**
 * Deals the queues of a flow: `handSize` different numbers below `deckSize`, always the same ones for the same hash.
 * Two flows are unlikely to share their whole hand, so that a noisy flow rarely fills every queue of a quiet one.
 */
export function dealHand(hash: bigint, deckSize: number, handSize: number): readonly number[] {
  const hand: number[] = [];
  let rest = hash;
  for (let dealt = 0; dealt < handSize; dealt++) {
    const remaining = BigInt(deckSize - dealt);
    let card = Number(rest % remaining);
    rest /= remaining;
    // Count only the cards that are still in the deck.
    for (const earlier of [...hand].sort((a, b) => a - b)) if (card >= earlier) card++;
    hand.push(card);
  }
  return hand;
}

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const MASK = 0xffffffffffffffffn;

/** Returns a 64-bit hash (FNV-1a, mixed) of the names that identify a flow. */
export function flowHash(flowSchema: string, distinguisher: string): bigint {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(`${flowSchema}\0${distinguisher}`))
    hash = ((hash ^ BigInt(byte)) * PRIME) & MASK;
  // For short names, FNV hardly changes the high bits, so they are mixed in.
  hash ^= hash >> 33n;
  hash = (hash * 0xff51afd7ed558ccdn) & MASK;
  hash ^= hash >> 33n;
  return hash;
}
