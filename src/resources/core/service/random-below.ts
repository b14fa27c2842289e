import type { StrategyContext } from '../../resource-definition.ts';

/** Returns a random number below `limit`. */
export function randomBelow(limit: bigint, { random }: StrategyContext): bigint {
  const value = random.bytes(6).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return value % limit;
}
