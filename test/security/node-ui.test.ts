import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveUi, type UiHost } from '../../src/hosts/node/serve-ui.ts';
import { message, sendRaw } from './raw-http.ts';

let ui: UiHost;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ui-'));
  writeFileSync(join(folder, 'index.html'), 'page');
  const options = { host: '127.0.0.1', allowedHosts: ['app.test'], folder: pathToFileURL(`${folder}/`) };
  ui = await serveUi({ port: 0, ...options });
});
afterAll(() => ui.close());

it.each([
  ['GET', 'localhost', 200],
  ['GET', 'app.test', 200],
  ['GET', 'evil.example', 403],
  ['POST', 'localhost', 405],
  ['TRACE', 'localhost', 405],
  ['CONNECT', 'localhost', 405],
  ['EVIL', 'localhost', 405],
] as const)('the web UI answers %s for the host name %s with %d', async (method, host, status) => {
  const bytes = message(method, '/', [['Host', host]]);
  expect(await sendRaw(Number(new URL(ui.url).port), bytes)).toMatchObject({ status });
});

it('the web UI names the flag that allows a host name', async () => {
  const bytes = message('GET', '/', [['Host', 'evil.example']]);
  const { text } = await sendRaw(Number(new URL(ui.url).port), bytes, (each) => each.includes('--allowed-hosts'));
  expect(text).toContain('--allowed-hosts');
  expect(text).toContain('nosniff');
});
