import { lookup } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutgoingTrust } from '../../api/environment.ts';

/**
 * Connections whose addresses were checked are not shared with calls that need no check. The timeout is in
 * milliseconds.
 */
const KEPT = { keepAlive: true, timeout: 5000, scheduling: 'lifo' } as const;
const AGENTS = { 'http:': new HttpAgent(KEPT), 'https:': new HttpsAgent(KEPT) };

/**
 * Returns the options of a request that let `checkAddress` check the very address of the connection: after a separate
 * check, a name could resolve to another address.
 * @throws what `checkAddress` throws about an address in the URL
 */
export function checkedConnection(url: URL, { checkAddress: check }: OutgoingTrust = {}): RequestOptions {
  if (!check) return {};
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) check(host);
  return { agent: AGENTS[url.protocol === 'https:' ? 'https:' : 'http:'], lookup: checkedLookup(check) };
}

const checkedLookup =
  (check: (address: string) => void): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses = []) => {
      const problem = error ?? problemOf(() => void addresses.map(({ address }) => check(address)));
      const [first] = addresses;
      if (problem || !first) callback(problem ?? new Error(`${hostname} has no address`), '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

function problemOf(run: () => void): Error | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
