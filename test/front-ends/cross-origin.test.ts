import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StaticHost } from '../browser/static-host.ts';
import { openBrowser } from '../helpers/open-browser.mjs';
import { type FrontEndCluster, startFrontEndCluster } from './cluster.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

let cluster: FrontEndCluster;
let page: Page;
/** A page of an origin that is not allowed. */
let stranger: Page;
const closing: (() => Promise<void>)[] = [];

async function servePage(): Promise<StaticHost> {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-blank-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>blank</title>');
  const host = new StaticHost(pathToFileURL(`${folder}/`));
  await host.start();
  closing.push(async () => {
    await host.stop();
    rmSync(folder, { recursive: true });
  });
  return host;
}

/** Sends a request from a page. Returns the status, the readable headers and the body, or the error. */
const ask = (from: Page, path: string, token: string, init: RequestInit = {}) =>
  from.evaluate(
    async ([url, bearer, options]) => {
      try {
        const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
        const response = await fetch(url, { ...options, headers });
        return { status: response.status, date: response.headers.has('date'), body: await response.json() };
      } catch (error) {
        return { error: String(error) };
      }
    },
    [`${cluster.url}${path}`, token, init] as const,
  );

beforeAll(async () => {
  const [allowed, other] = [await servePage(), await servePage()];
  cluster = await startFrontEndCluster(allowed.url);
  closing.push(() => cluster.host.close());
  const browser = await openBrowser();
  closing.push(browser.close);
  page = await browser.context.newPage();
  await page.goto(allowed.url);
  stranger = await browser.context.newPage();
  await stranger.goto(other.url);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

describe('a page of an allowed origin', () => {
  it('reads and writes objects by fetch', async () => {
    const created = await ask(page, MAPS, 'admin-token', {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'from-page' } }),
    });
    expect(created).toMatchObject({ status: 201, date: true });
    expect(await ask(page, `${MAPS}/from-page`, 'admin-token', { method: 'DELETE' })).toMatchObject({ status: 200 });
    const listed = await ask(page, MAPS, 'admin-token');
    expect(listed).toMatchObject({ status: 200, body: { kind: 'ConfigMapList' } });
  });

  it('reads errors', async () => {
    expect(await ask(page, `${MAPS}/none`, 'admin-token')).toMatchObject({ status: 404, body: { reason: 'NotFound' } });
    expect(await ask(page, MAPS, 'nobody')).toMatchObject({ status: 401, body: { reason: 'Unauthorized' } });
  });

  it('watches by fetch', async () => {
    const event = page.evaluate(async (url) => {
      const abort = new AbortController();
      const { body } = await fetch(url, { headers: { Authorization: 'Bearer admin-token' }, signal: abort.signal });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('\n')) text += (await reader?.read())?.value;
      abort.abort();
      return JSON.parse(text.slice(0, text.indexOf('\n')));
    }, `${cluster.url}${MAPS}?watch=1&fieldSelector=metadata.name=awaited`);
    await cluster.send('POST', 'configmaps', { metadata: { name: 'awaited' } });
    expect(await event).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'awaited' } } });
  });
});

describe('a page of any origin', () => {
  it('watches over WebSocket, with its token in a sub-protocol', async () => {
    const event = stranger.evaluate(
      (url) =>
        new Promise((resolve, reject) => {
          const token = btoa('admin-token').replaceAll('=', '');
          const socket = new WebSocket(url, ['base64.binary.k8s.io', `base64url.bearer.authorization.k8s.io.${token}`]);
          socket.onmessage = ({ data }) => {
            socket.onclose = ({ code, wasClean }) => resolve({ protocol: socket.protocol, data, code, wasClean });
            socket.close(1000);
          };
          socket.onerror = () => reject(new Error('the WebSocket has failed'));
        }),
      `${cluster.url.replace('http', 'ws')}${MAPS}?watch=1&fieldSelector=metadata.name=first`,
    );
    expect(await event).toMatchObject({
      protocol: 'base64.binary.k8s.io',
      data: expect.stringMatching(/^\{"type":"ADDED",.*\n$/),
      code: 1000,
      wasClean: true,
    });
  });

  it('reads no responses unless its origin is allowed', async () => {
    expect(await ask(stranger, MAPS, 'admin-token')).toEqual({ error: 'TypeError: Failed to fetch' });
  });
});
