import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { askCluster, openInApp, visitApp } from '../../browser/browser.ts';

const MARKUP = '<img src=x onerror="globalThis.evil=1"><script>globalThis.evil=2</script>';
const FORMULA = '=HYPERLINK("http://evil.example","x")';
const LINK = 'javascript:globalThis.evil=3';
const GROUP = 'rbac.authorization.cluster.io';
/** The longest name of an object. */
const LONG = `long-${'x'.repeat(248)}`;
/** Turns the direction of the text that follows. */
const REVERSED = '\u202e\u2066';

/** Texts in every field that authors of objects choose: markup, script URLs and terminal sequences. */
const annotations = {
  'example.com/markup': MARKUP,
  'example.com/link': LINK,
  'kubernetes.io/change-cause': `${MARKUP}\u001b[31m`,
  'link.argocd.argoproj.io/external-link': LINK,
};
const OBJECTS: readonly (readonly [string, object])[] = [
  ['/api/v1/namespaces', { metadata: { name: 'hostile', annotations } }],
  [
    '/api/v1/namespaces/hostile/configmaps',
    {
      metadata: { name: 'texts', annotations, finalizers: ['example.com/keep'] },
      data: { markup: MARKUP, link: LINK, formula: FORMULA, template: '{{7*7}}' },
    },
  ],
  [
    '/api/v1/namespaces/hostile/events',
    {
      metadata: { name: 'texts.1', namespace: 'hostile' },
      involvedObject: { kind: 'ConfigMap', namespace: 'hostile', name: 'texts', apiVersion: 'v1' },
      ...{ reason: MARKUP.slice(0, 120), message: `${MARKUP} ${LINK} \u001b]0;evil\u0007`, type: 'Warning', count: 1 },
      ...{ source: { component: MARKUP }, reportingComponent: 'example.com/x', reportingInstance: MARKUP },
    },
  ],
  [
    '/api/v1/namespaces/hostile/services',
    { metadata: { name: 'out', annotations }, spec: { type: 'ExternalName', externalName: 'evil.example' } },
  ],
  [
    '/api/v1/namespaces/hostile/pods',
    {
      metadata: { name: 'texts', annotations },
      spec: { containers: [{ name: 'web', image: LINK, command: [MARKUP], env: [{ name: 'A', value: MARKUP }] }] },
    },
  ],
  ['/api/v1/namespaces/hostile/configmaps', { metadata: { name: LONG, annotations }, data: { text: REVERSED } }],
  [
    '/api/v1/namespaces/hostile/pods',
    {
      metadata: { name: LONG, annotations: { ...annotations, 'example.com/reversed': REVERSED } },
      spec: {
        containers: [{ name: 'web', image: LINK, command: [MARKUP, `${REVERSED}\n\u001b[31m`] }],
        volumes: [{ name: 'all', configMap: { name: LONG } }],
      },
    },
  ],
  [
    `/apis/${GROUP}/v1/clusterroles`,
    {
      metadata: { name: '<img src=x onerror=globalThis.evil=4>' },
      rules: [{ verbs: [MARKUP], nonResourceURLs: [LINK] }],
    },
  ],
  [
    `/apis/${GROUP}/v1/clusterrolebindings`,
    {
      metadata: { name: 'hostile' },
      roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: '<img src=x onerror=globalThis.evil=4>' },
      subjects: [{ kind: 'User', apiGroup: GROUP, name: MARKUP }],
    },
  ],
  [
    '/apis/apiextensions.cluster.io/v1/customresourcedefinitions',
    {
      metadata: { name: 'traps.evil.example.com' },
      spec: {
        ...{ group: 'evil.example.com', scope: 'Namespaced', names: { plural: 'traps', kind: 'Trap' } },
        versions: [
          {
            ...{ name: 'v1', served: true, storage: true },
            additionalPrinterColumns: [{ name: MARKUP, type: 'string', jsonPath: '.text', description: MARKUP }],
            schema: {
              openAPIV3Schema: {
                type: 'object',
                description: MARKUP,
                properties: { text: { type: 'string', description: `[link](${LINK}) ${MARKUP}` } },
              },
            },
          },
        ],
      },
    },
  ],
];

const ROLE = encodeURIComponent('<img src=x onerror=globalThis.evil=4>');
const VIEWS = [
  '/objects/core/v1/configmaps/hostile/texts?tab=graph',
  '/objects/core/v1/pods/hostile/texts?tab=graph',
  `/objects/core/v1/pods/hostile/${LONG}`,
  `/objects/core/v1/pods/hostile/${LONG}?tab=graph`,
  `/objects/core/v1/configmaps/hostile/${LONG}?tab=graph`,
  `/objects/${GROUP}/v1/clusterroles/-/${ROLE}?tab=graph`,
  `/follow?resource=pods&in=hostile&name=${LONG}`,
  '/follow?resource=configmaps&in=hostile&name=by-markup',
  '/lessons',
  '/?namespace=hostile',
  '/objects/core/v1/configmaps?namespace=hostile',
  '/objects/core/v1/configmaps/hostile/texts',
  '/objects/core/v1/configmaps/hostile/texts?tab=yaml',
  '/objects/core/v1/configmaps/hostile/texts?tab=events',
  '/objects/core/v1/configmaps/hostile/texts?tab=history',
  '/objects/core/v1/pods/hostile/texts',
  '/objects/core/v1/services/hostile/out',
  '/objects/core/v1/events?namespace=hostile',
  `/objects/${GROUP}/v1/clusterroles`,
  `/objects/${GROUP}/v1/clusterroles/-/${ROLE}`,
  '/objects/evil.example.com/v1/traps?namespace=hostile',
  '/create/evil.example.com/v1/traps?namespace=hostile',
  `/access?subject=user&user=${encodeURIComponent(MARKUP)}&resource=configmaps&verb=get&namespace=hostile`,
  `/access?subject=user&user=${encodeURIComponent(MARKUP)}&namespace=hostile&tab=matrix`,
  '/timeline',
  '/requests',
  '/export',
  '/connect',
  `/objects/core/v1/configmaps?namespace=${encodeURIComponent(MARKUP)}`,
  `/objects/${encodeURIComponent(MARKUP)}/v1/x`,
  `/no-such-view/${encodeURIComponent(MARKUP)}`,
];

describe('a text of a user', () => {
  const visit = visitApp({ hasSample: false });
  beforeAll(async () => {
    await visit.page.getByRole('button', { name: /^Cluster: / }).waitFor();
    for (const [path, object] of OBJECTS) {
      const create = () => askCluster(visit.page, path, { method: 'POST', body: JSON.stringify(object) });
      let { httpStatus, message } = await create();
      // A pod requires the service account of its namespace.
      for (let attempt = 0; httpStatus === 403 && attempt < 50; attempt++) {
        await visit.page.waitForTimeout(100);
        ({ httpStatus, message } = await create());
      }
      expect([path, httpStatus, httpStatus === 201 || message]).toEqual([path, 201, true]);
    }
  });

  it('is stored as the name of a user who writes', async () => {
    const status = await visit.page.evaluate(async (username) => {
      const headers = {
        Authorization: 'Bearer tabplane-admin',
        'Content-Type': 'application/json',
        'Impersonate-User': username,
        'Impersonate-Group': 'system:masters',
      };
      const body = JSON.stringify({ metadata: { name: 'by-markup' } });
      return (await fetch('/api/v1/namespaces/hostile/configmaps', { method: 'POST', headers, body })).status;
    }, MARKUP);
    expect(status).toBe(201);
    await openInApp(visit.page, '/follow?resource=configmaps&in=hostile&name=by-markup');
    await visit.page.getByText(`${MARKUP} created ConfigMap by-markup`).waitFor();
  });

  /** Returns words of an element in the order in which a reader sees them on a line. */
  const seenOrder = (element: Locator, words: readonly string[]): Promise<string[]> =>
    element.evaluate((root, sought) => {
      const places = sought.map((word) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const start = node.textContent?.indexOf(word) ?? -1;
          if (start < 0) continue;
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + word.length);
          return { word, left: range.getBoundingClientRect().left };
        }
        throw new Error(`${word} is not shown`);
      });
      return places.sort((one, other) => one.left - other.left).map(({ word }) => word);
    }, words);

  it('does not turn the words after it when it turns its own direction', async () => {
    const user = `eve${REVERSED[0]}`;
    const binding = {
      metadata: { name: `turned${REVERSED[0]}` },
      roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'User', apiGroup: GROUP, name: user }],
    };
    const init = { method: 'POST', body: JSON.stringify(binding) };
    expect((await askCluster(visit.page, `/apis/${GROUP}/v1/clusterrolebindings`, init)).httpStatus).toBe(201);
    const search = new URLSearchParams({ subject: 'user', user, verb: 'get', resource: 'configmaps', name: 'texts' });
    await openInApp(visit.page, `/access?${search}&namespace=hostile`);
    const granting = visit.page.locator('.tp-binding', { hasText: 'turned' }).first();
    const parts = ['ClusterRoleBinding', 'turned', 'grants', 'view'];
    expect(await seenOrder(granting, parts)).toEqual(parts);
    const verdict = visit.page.locator('.tp-verdict-sentence');
    const words = ['eve', 'can', 'get', 'configmaps', 'texts', 'hostile'];
    expect(await seenOrder(verdict, words)).toEqual(words);
  });

  /** Checks that no text became an element, an address or a script. */
  const expectOnlyText = async (): Promise<void> => {
    const found = await visit.page.evaluate(() => ({
      evil: (globalThis as { evil?: number }).evil,
      images: [...document.querySelectorAll('img')].filter((image) => image.hasAttribute('onerror')).length,
      scripts: [...document.querySelectorAll('script')].filter((script) => script.textContent?.includes('evil')).length,
      links: [...document.querySelectorAll('a[href]')]
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => /^\s*(javascript|data|vbscript):/i.test(href)),
    }));
    expect(found).toEqual({ evil: undefined, images: 0, scripts: 0, links: [] });
  };

  it.each(VIEWS)('is never markup at %s', async (path) => {
    // An address is read before the app starts, too.
    if (path.includes(encodeURIComponent('<'))) await visit.page.goto(visit.url + path);
    else await openInApp(visit.page, path);
    await visit.page.locator('h1').first().waitFor();
    await visit.page.waitForTimeout(150);
    await expectOnlyText();
  });

  it('never makes a view wider than a small window', async () => {
    await visit.page.setViewportSize({ width: 800, height: 600 });
    const widths: (readonly [string, boolean])[] = [];
    const paths = VIEWS.filter((path) => path.includes(LONG));
    for (const path of paths) {
      await openInApp(visit.page, path);
      await visit.page.getByText(LONG.slice(0, 20)).first().waitFor();
      const isWide = () =>
        visit.page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      widths.push([path, await isWide()]);
    }
    await visit.page.setViewportSize({ width: 1440, height: 900 });
    expect(widths).toEqual(paths.map((path) => [path, false]));
  });

  it('is printed in the terminal without its control characters', async () => {
    await openInApp(visit.page, '/objects/core/v1/pods?namespace=hostile');
    await visit.page.locator('h1').first().waitFor();
    await visit.page.keyboard.press('Control+Backquote');
    const rows = visit.page.getByRole('region', { name: 'Terminal' }).locator('.xterm-rows');
    const screen = async () => (await rows.textContent())?.replaceAll('\u00a0', ' ');
    await expect.poll(screen).toContain('hostile $');
    const input = () => visit.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(input).toBe('Command line');
    for (const [command, shown] of [
      ['get events', /javascript:/],
      ['get configmap texts -o yaml | head -n 5', /onerror/],
      [`get pod ${LONG} -o yaml | grep reversed`, /example.com\/reversed: \S/],
    ] as const) {
      await visit.page.keyboard.type(`clear\n${command}\n`);
      await expect.poll(screen).toMatch(shown);
      await expectOnlyText();
      expect(await screen()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(await visit.page.title()).toBe('Pods · Tabplane');
    }
    await visit.page.keyboard.press('Control+Backquote');
  });

  it('is never markup as the name of a cluster', async () => {
    await visit.page.evaluate(
      async ([address, name]) => {
        const headers = { 'content-type': 'application/json', 'x-tabplane-control': 'rename' };
        const body = JSON.stringify({ type: 'rename', id: 'default', name });
        await fetch(address, { method: 'POST', headers, body });
      },
      [`${visit.url}/tabplane/clusters`, '<img src=x onerror="globalThis.evil=5">'] as const,
    );
    await visit.page.goto(visit.url);
    await visit.page.getByRole('button', { name: /^Cluster: <img/ }).click();
    await expectOnlyText();
    await visit.page.keyboard.press('Escape');
  });

  it('is quoted in exported YAML, and reads back as the same text', async () => {
    await openInApp(visit.page, '/export');
    const saved = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: /^Save \d+ objects as YAML/ }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^[\w.-]+\.yaml$/);
    const objects = parseAllDocuments(readFileSync(await download.path(), 'utf8')).map((document) => document.toJS());
    const texts = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'texts');
    expect(texts.data).toEqual({ markup: MARKUP, link: LINK, formula: FORMULA, template: '{{7*7}}' });
  });

  it('causes no console errors', () => {
    expect(visit.problems.filter((problem) => !/status of (403|404)/.test(problem))).toEqual([]);
  });
});
