import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

const LINK_LOCAL = /^(169\.254\.|fe80:)/i;

/**
 * Returns the addresses at which other machines can reach this one: the listening address, or else those of its
 * interfaces.
 */
export function hostAddresses(listening?: string): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? []);
  const external = addresses.filter(({ internal, address }) => !internal && !LINK_LOCAL.test(address));
  const all = external.map(({ address }) => address);
  const isInternal = addresses.some(({ internal, address }) => internal && address === listening);
  const isOwn = listening !== undefined && isIP(listening) > 0 && !isInternal && !/^[0:.]*$/.test(listening);
  return isOwn ? [listening, ...all] : all;
}
