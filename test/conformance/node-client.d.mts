import type { ConformanceClient } from './harness.mjs';

/** A client over sockets, with connections that it keeps open until it is closed. */
export function httpClient(baseUrl: string): ConformanceClient & { close(): void };
