/** `npm run screenshots`: takes the screenshots in docs/images, in a light and a dark color scheme. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'vite';
import { build } from '../../src/scripts/build.mjs';
import { root } from '../../src/scripts/run-command.mjs';
import { openBrowser } from '../helpers/open-browser.mjs';

/** Largest size of a screenshot, in bytes. */
const MAXIMUM_SIZE = 250_000;

const asAdmin = { Authorization: 'Bearer tabplane-admin' };

/** A request that the server denies. */
const asAlice = { ...asAdmin, 'Impersonate-User': 'alice' };
const GREETING = '/api/v1/namespaces/sample/configmaps/greeting';

const DEPLOYMENT = '/apis/apps/v1/namespaces/sample/deployments/hello';
/** A second revision with more pods. */
const NEW_REVISION = JSON.stringify({
  spec: { replicas: 8, template: { spec: { containers: [{ name: 'web', image: 'nginx:1.26' }] } } },
});

/** Screenshots by name: the view, and the text or element that it shows when it is complete. */
const PICTURES = {
  access: {
    path: '/access?subject=user&user=alice&resource=configmaps&verb=list&namespace=sample',
    isComplete: (page) => page.getByRole('heading', { name: 'Allowed' }).waitFor(),
  },
  requests: {
    path: '/requests',
    isComplete: async (page) => {
      await page.getByRole('button', { name: 'delete configmaps greeting' }).first().click();
      await page.getByRole('complementary', { name: 'Request' }).getByText('alice').first().waitFor();
    },
  },
  timeline: {
    path: '/timeline?namespace=sample&range=1m',
    isComplete: (page) => page.getByText('hello').first().waitFor(),
  },
  rollout: {
    path: '/objects/apps/v1/deployments/sample/hello?tab=rollout',
    isComplete: (page) => page.getByText('8 of 8 available').waitFor(),
  },
};

await build();
const server = await preview({ root, preview: { port: 0, strictPort: false, host: 'localhost' }, logLevel: 'error' });
const url = server.resolvedUrls.local[0].replace(/\/$/, '');
const { context, close } = await openBrowser();
try {
  const page = await context.newPage();
  await page.goto(url);
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .click();
  await page.getByRole('link', { name: 'greeting' }).waitFor();
  // The notice appears only on the first visit, and the screenshots show later visits.
  await page.getByText('Ready to work offline').waitFor();
  await page.evaluate(([path, headers]) => fetch(path, { method: 'DELETE', headers }), [GREETING, asAlice]);
  await page.goto(url);
  await page.getByRole('link', { name: '3 nodes' }).waitFor();
  await page.evaluate(
    ([path, body, headers]) => fetch(path, { method: 'PATCH', body, headers }),
    [DEPLOYMENT, NEW_REVISION, { ...asAdmin, 'content-type': 'application/strategic-merge-patch+json' }],
  );
  mkdirSync(join(root, 'docs/images'), { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [name, { path, isComplete }] of Object.entries(PICTURES)) {
      await page.goto(`${url}${path}`);
      await isComplete(page);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(1000);
      const file = join(root, `docs/images/${name}-${colorScheme}.png`);
      await page.screenshot({ path: file });
      const { size } = statSync(file);
      if (size > MAXIMUM_SIZE) throw new Error(`${file} has ${size} bytes; at most ${MAXIMUM_SIZE} are allowed`);
      console.log(`${file} (${Math.round(size / 1000)} kB)`);
    }
  }
} finally {
  await close();
  await server.close();
}
