import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const ASSETS = new URL('../../dist/app/assets/', import.meta.url);
/** Largest size of the terminal with its commands, in bytes after compression. */
const LARGEST = 150 * 1024;

describe('the terminal', () => {
  const visit = visitApp({ hasSample: true });
  const drawer = () => visit.page.getByRole('region', { name: 'Terminal' });
  /** The rows of the screen as text. */
  const screen = async (): Promise<string> =>
    (await drawer().locator('.xterm-rows > div').allTextContents())
      .map((row) => row.replaceAll('\u00a0', ' ').trimEnd())
      .join('\n');
  const type = (text: string) => visit.page.keyboard.type(text);
  const press = (key: string) => visit.page.keyboard.press(key);
  const shows = (text: string | RegExp) => expect.poll(screen, { timeout: 30_000 }).toMatch(text);

  it('opens with Ctrl+` and takes the focus', async () => {
    await openInApp(visit.page, '/objects/core/v1/pods?namespace=sample');
    await visit.page.getByRole('grid').waitFor();
    await press('Control+Backquote');
    await shows('sample $');
    await expect
      .poll(() => visit.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Command line');
  });

  it('prints the pods of the namespace that the app shows', async () => {
    await type('get pods\n');
    await shows(/NAME +READY +STATUS +RESTARTS +AGE\nhello-/);
  });

  it('completes types and names with Tab', async () => {
    await type('get deploym');
    await press('Tab');
    await shows('sample $ get deployments');
    await type('hel');
    await press('Tab');
    await type('-o name\n');
    await shows('deployment.apps/hello');
  });

  it('passes output to filters', async () => {
    await type('get pods -A | grep hello- | wc -l\n');
    await shows(/\n\d+\nsample \$/);
  });

  it('prints a log, and stops following with Ctrl+C', async () => {
    await type('clear\n');
    // A whole log could fill the screen: the cluster may be half an hour old.
    await type('logs deploy/hello -f --tail=2\n');
    await shows('using pod/hello-');
    await press('Control+c');
    await shows(/\^C\nsample \$/);
  });

  const podName = async (): Promise<string> => {
    const pod = visit.page.getByRole('grid').getByRole('link', { name: /^hello-/ });
    return (await pod.first().textContent()) ?? '';
  };

  it('runs a shell in a pod until exit', async () => {
    const pod = await podName();
    await type('clear\n');
    await type(`kubectl exec -it ${pod} -- sh\n`);
    await shows(/\/ #\s*$/);
    await type('ls /\n');
    await shows(/ls \/\n[\s\S]*etc/);
    await type('exit\n');
    await shows(/exit\n\w+ \$\s*$/);
  });

  it('passes the output of a command in a pod to filters, and its exit code ends the command', async () => {
    const pod = await podName();
    await type('clear\n');
    await type(`exec ${pod} -- cat /etc/hostname | wc -l\n`);
    await shows(/\n1\nsample \$/);
    await type(`exec ${pod} -- false\n`);
    await shows('command terminated with exit code 1');
  });

  it('cannot run a command in a pod as a user without the right', async () => {
    const pod = await podName();
    await type('clear\n');
    await type(`exec ${pod} --as=nobody -- ls\n`);
    await shows('Error from server (Forbidden)');
  });

  it('opens a shell from the list of pods and from the page of a pod', async () => {
    const pod = await podName();
    await visit.page.getByRole('button', { name: `Actions for ${pod}` }).click();
    await visit.page.getByRole('menuitem', { name: 'Shell' }).click();
    await shows(new RegExp(`exec -it pods/${pod} -n sample -- sh\\n/ #\\s*$`));
    await type('exit\n');
    await shows(/exit\n\w+ \$\s*$/);
    await type('clear\n');
    await visit.page.getByRole('grid').getByRole('link', { name: pod }).click();
    await visit.page.getByRole('button', { name: 'Shell' }).click();
    await shows(/\/ #\s*$/);
    await expect
      .poll(() => visit.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Command line');
    await type('hostname\n');
    await shows(new RegExp(`\\n${pod}\\n`));
    await type('exit\n');
    await shows(/exit\n\w+ \$\s*$/);
    await visit.page.goBack();
    await visit.page.getByRole('grid').waitFor();
  });

  it('opens the editor of an object', async () => {
    await type('edit deployment/hello\n');
    await visit.page.waitForURL(/deployments\/sample\/hello\?.*tab=yaml/);
  });

  it('has no serious accessibility problem', async () => {
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it('closes with Ctrl+`, and recalls earlier lines after a reload', async () => {
    await press('Control+Backquote');
    await expect.poll(() => drawer().isVisible()).toBe(false);
    await visit.page.reload();
    await visit.page.getByRole('button', { name: 'Terminal', exact: true }).click();
    await shows('sample $');
    await press('ArrowUp');
    await shows('sample $ edit deployment/hello');
  });

  it('is small enough to load when it is opened', () => {
    const files = readdirSync(ASSETS).filter((file) => file.startsWith('TerminalPanel'));
    const sizes = files.map((file) => gzipSync(readFileSync(new URL(file, ASSETS))).length);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LARGEST);
  });
});
