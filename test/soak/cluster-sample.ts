import type { Sample } from './soak.ts';

/** Sends a GET and returns its JSON. */
export type Read = (path: string) => Promise<unknown>;

const DEBUG = '/apis/debug.tabplane.dev/v1alpha1';

/** Returns what a cluster says about what it keeps. */
export async function clusterSample(read: Read): Promise<Pick<Sample, 'traces' | 'history' | 'revision'>> {
  const { items } = (await read(`${DEBUG}/requesttraces`)) as { items: unknown[] };
  const { newest, oldest } = (await read(`${DEBUG}/moments`)) as { newest: string; oldest: string };
  const revision = Number(newest);
  return { traces: items.length, history: revision - Number(oldest), revision };
}
