import { describe, expect, it } from 'vitest';
import { openInApp, visitApp, waitForHover, writeInEditor } from './browser.ts';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: { name: a, namespace: sample }\nspec:\n  restartPolicy: Never';

describe('the editor', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });
  const lines = async (): Promise<string[]> =>
    (await visit.page.locator('.monaco-editor .view-line').allTextContents()).map((line) =>
      line.replaceAll('\u00a0', ' '),
    );
  const write = async (resource: string, text: string) => {
    await openInApp(visit.page, `/create/${resource}?namespace=sample`);
    await visit.page.getByRole('textbox', { name: 'YAML' }).waitFor();
    await writeInEditor(visit.page, 'YAML', text);
  };
  /** Selects a suggestion; the key opens them when typing has not. */
  const choose = async (label: string, key?: string) => {
    const option = visit.page.getByRole('option', { name: label }).first();
    if (key) await visit.page.keyboard.press(key);
    await option.waitFor();
    await option.click();
  };

  it('inserts a field with its colon and an indented line at the end of the text', async () => {
    await write('core/v1/pods', POD);
    await visit.page.keyboard.press('Control+End');
    await visit.page.keyboard.press('Enter');
    await visit.page.keyboard.type('affi');
    await choose('affinity');
    await expect.poll(lines).toContain('  affinity:');
    await visit.page.keyboard.type('nodeA');
    await choose('nodeAffinity');
    await expect.poll(lines).toContain('    nodeAffinity:');
  });

  it('offers the values of a field, and the names of objects to which it can refer', async () => {
    await write('core/v1/pods', POD);
    await visit.page.keyboard.press('Control+End');
    await visit.page.keyboard.press('Control+Backspace');
    await choose('OnFailure', 'Control+Space');
    await expect.poll(lines).toContain('  restartPolicy: OnFailure');
    await visit.page.keyboard.press('Enter');
    await visit.page.keyboard.type('serviceAccountN');
    await choose('serviceAccountName');
    await choose('default', 'Control+Space');
    await expect.poll(lines).toContain('  serviceAccountName: default');
  });

  it('names the type of a field and whether it is required or defaulted', async () => {
    await write('core/v1/pods', POD);
    const word = visit.page.locator('.view-line', { hasText: 'restartPolicy' }).getByText('restartPolicy');
    const hover = visit.page.locator('.monaco-hover', { hasText: 'restartPolicy: string, defaulted' });
    await waitForHover(visit.page, () => word.hover(), hover);
    await hover.getByText('When containers are restarted').waitFor();
  });

  it('links a field to its page in the API explorer', async () => {
    await openInApp(visit.page, '/objects/core/v1/namespaces/-/default?tab=yaml');
    const word = visit.page.locator('.view-line', { hasText: 'finalizers' }).getByText('finalizers');
    const link = visit.page.locator('.monaco-hover').getByText('Open in the API explorer');
    await waitForHover(visit.page, () => word.hover(), link);
    await link.click();
    await visit.page.waitForURL(/\/explorer\?.*field=spec\.finalizers/);
    await visit.page
      .getByRole('heading', { name: /finalizers/ })
      .first()
      .waitFor();
  });

  it('suggests the field that was meant, and changes the text to it', async () => {
    await write(
      'apps/v1/deployments',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: a }\nspec:\n  selecter: { matchLabels: { a: b } }\n  template: {}\n',
    );
    const problems = visit.page.getByRole('region', { name: 'Problems' });
    await problems.getByText('selecter is not a field of DeploymentSpec; did you mean selector?').waitFor();
    await problems.getByRole('button', { name: 'Change to selector' }).click();
    await expect.poll(lines).toContain('  selector: { matchLabels: { a: b } }');
    await problems.getByText('selecter').waitFor({ state: 'detached' });
  });

  it('logs nothing on the console', () => expect(visit.problems).toEqual([]));
});
