import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { serveApp } from '../../browser/browser.ts';
import { openProjects, started } from '../../browser/embedding/embedding.ts';

/** Serves an empty page at every path, from which attacks run. Returns its origin. */
async function serveForeignPage(host: 'localhost' | '127.0.0.1', closing: (() => unknown)[]): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>foreign</title><body></body>');
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** An attacked cluster: its origin, and an open page of that origin. */
export interface Target {
  readonly origin: string;
  readonly page: Page;
  /** The address of requests that control the worker. */
  readonly control: string;
}

/** The origins of an attack: one browser with the app, a page that embeds a cluster, and pages of two other origins. */
export interface Origins {
  readonly app: Target;
  readonly embedded: Target;
  /** The origins of foreign pages, by their relation to the targets. */
  readonly foreign: Readonly<Record<'cross-site' | 'same-site', string>>;
  /** Opens another page in the browser. */
  newPage(): Promise<Page>;
}

/** Opens the origins before the tests of a file, and closes them after them. */
export function openOrigins(): Origins {
  const projects = openProjects();
  const closing: (() => unknown)[] = [];
  const origins = { newPage: () => projects.context.newPage() } as { -readonly [Key in keyof Origins]: Origins[Key] };
  beforeAll(async () => {
    const served = await serveApp();
    closing.push(served.close);
    const page = await projects.context.newPage();
    await page.goto(served.url);
    await page.getByRole('button', { name: /^Cluster: / }).waitFor();
    origins.app = { origin: served.url, page, control: `${served.url}/tabplane/clusters` };
    const { host, page: shop } = await projects.open({ seed: [VICTIM] });
    await started(shop);
    origins.embedded = { origin: host.origin, page: shop, control: `${host.origin}/tabplane-worker.js` };
    origins.foreign = {
      'cross-site': await serveForeignPage('127.0.0.1', closing),
      'same-site': await serveForeignPage('localhost', closing),
    };
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });
  return origins;
}

const VICTIM = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'victim', namespace: 'default' } };

/** Returns the state that an attack would change, seen by the target’s own page: the clusters of the app, and objects. */
export const stateOf = ({ page, control }: Target): Promise<unknown> =>
  page.evaluate(async (address) => {
    const headers = { authorization: 'Bearer tabplane-admin' };
    const list = address.endsWith('/clusters')
      ? await (await fetch(address, { headers: { 'x-tabplane-control': 'list' } })).json()
      : 'embedded';
    const namesAt = async (path: string) => {
      const response = await fetch(path, headers.authorization && address.endsWith('/clusters') ? { headers } : {});
      const { items = [] } = (await response.json()) as { items?: { metadata: { name: string } }[] };
      return [response.status, ...items.map(({ metadata }) => metadata.name)];
    };
    return [list, await namesAt('/api/v1/namespaces'), await namesAt('/api/v1/namespaces/default/configmaps')];
  }, control);
