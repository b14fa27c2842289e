import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp, writeInEditor } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const GREETING = '/api/v1/namespaces/sample/configmaps/greeting';

describe('the editor of an object', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });
  const open = async () => {
    await openInApp(visit.page, '/objects/core/v1/configmaps/sample/greeting?tab=yaml');
    await visit.page.locator('.monaco-editor .view-line', { hasText: 'ConfigMap' }).waitFor();
  };
  const write = async (text: string) => {
    const { apiVersion, kind, metadata } = await askCluster(visit.page, GREETING);
    const { managedFields: _, ...own } = metadata as Record<string, unknown>;
    const lines = Object.entries({ apiVersion, kind, metadata: own, data: { colour: 'blue', text } });
    await writeInEditor(visit.page, 'YAML', lines.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join('\n'));
  };
  const compare = async (side: string) => {
    await visit.page.getByRole('button', { name: 'Compare' }).click();
    await visit.page.getByRole('menuitem', { name: side }).click();
  };
  const side = (name: 'original' | 'modified') =>
    visit.page.getByRole('dialog').locator(`.monaco-diff-editor .editor.${name} .view-lines`);

  it('sends only what the user changed as a patch', async () => {
    await askCluster(visit.page, GREETING, {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify({ data: { text: 'first' } }),
    });
    await open();
    await write('second');
    const sent = visit.page.waitForRequest((request) => request.method() === 'PATCH');
    await visit.page.getByRole('button', { name: 'Patch' }).click();
    expect((await sent).postDataJSON()).toEqual({ data: { text: 'second' } });
    await visit.page.getByText('Saved greeting').waitFor();
    expect(await askCluster(visit.page, GREETING)).toMatchObject({ data: { text: 'second' } });
  });

  it('compares the text with the live object', async () => {
    await open();
    await write('third');
    await compare('With the live object');
    await side('original').getByText('second').waitFor();
    await side('modified').getByText('third').waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await visit.page.getByRole('button', { name: 'Back to editor' }).click();
    await visit.page.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('compares the text with the object before its last change', async () => {
    await open();
    await compare('With the last revision');
    await side('original').getByText('first').waitFor();
    await side('modified').getByText('second').waitFor();
    await visit.page.getByRole('button', { name: 'Back to editor' }).click();
  });

  it('names the managers of fields beside their lines, and the fields that nobody owns', async () => {
    await askCluster(visit.page, `${GREETING}?fieldManager=${encodeURIComponent('<b>other')}`, {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify({ data: { own: 'x' } }),
    });
    await open();
    await visit.page.getByText('Managers', { exact: true }).click();
    // The name of a manager is text, whatever it contains.
    await visit.page.locator('.line-numbers', { hasText: '<b>other' }).first().waitFor();
    await visit.page.locator('.line-numbers', { hasText: 'tabplane-ui' }).first().waitFor();
    await writeInEditor(visit.page, 'YAML', 'apiVersion: v1\nkind: ConfigMap\ndata:\n  new: y\n');
    await visit.page.locator('.line-numbers', { hasText: 'nobody' }).waitFor();
    await visit.page.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('folds managed fields when they are shown', async () => {
    await open();
    await visit.page.getByText('Managed fields', { exact: true }).click();
    const lines = visit.page.locator('.monaco-editor .view-line');
    await lines.filter({ hasText: 'managedFields:' }).waitFor();
    await lines.filter({ hasText: 'fieldsV1' }).first().waitFor({ state: 'detached' });
    await visit.page.locator('.codicon-folding-collapsed').waitFor();
  });

  it('logs nothing on the console', () => expect(visit.problems).toEqual([]));
});
