import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp, writeInEditor } from './browser.ts';

const GREETING = '/api/v1/namespaces/sample/configmaps/greeting';
const textOf = (text: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: greeting, namespace: sample }\ndata: { text: ${text} }\n`;

describe('the editor', () => {
  const visit = visitApp({ hasSample: true });
  const stored = async () => (await askCluster(visit.page, GREETING)).data;

  it.each(['Back to editor', 'Close', 'Escape'])(
    'saves with Ctrl+S after the user leaves a dry run with %s',
    async (way) => {
      await openInApp(visit.page, '/objects/core/v1/configmaps/sample/greeting?tab=yaml');
      const text = way.toLowerCase().replaceAll(' ', '-');
      await writeInEditor(visit.page, 'YAML', textOf(text));
      await visit.page.getByRole('button', { name: 'Dry run' }).click();
      const dialog = visit.page.getByRole('dialog', { name: 'Dry run result' });
      await dialog.getByRole('button', { name: 'Back to editor' }).waitFor();
      const before = await stored();
      // The key does not save the editor behind the dialog.
      await visit.page.keyboard.press('Control+s');
      if (way === 'Escape') await visit.page.keyboard.press('Escape');
      else await dialog.getByRole('button', { name: way }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await stored()).toEqual(before);
      await visit.page.keyboard.press('Control+s');
      await expect.poll(stored).toEqual({ text });
    },
  );

  it('logs nothing on the console', () => expect(visit.problems).toEqual([]));
});
